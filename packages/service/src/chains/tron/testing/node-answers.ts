import { NAMES } from '../transaction.ts';
import type { Permission } from './ledger-state.ts';
import type { TestBlock, TestTransaction } from './test-network.ts';
import { words } from './words.ts';

/** What a node says of blocks and transactions, field for field as java-tron prints its protobufs: without what is zero. */

const WITNESS = `41${'a1'.repeat(20)}`;
const URL = 'type.googleapis.com/protocol.';

export function blockAnswer({ hash, height, parent, timeMs, transactions }: TestBlock): object {
  return {
    blockID: hash,
    block_header: {
      raw_data: {
        ...(height > 0 && { number: height }),
        txTrieRoot: '00'.repeat(32),
        witness_address: WITNESS,
        parentHash: parent,
        version: 31,
        timestamp: timeMs,
      },
      witness_signature: '11'.repeat(65),
    },
    ...(transactions.length > 0 && { transactions: transactions.map(transactionAnswer) }),
  };
}

export function transactionAnswer(
  transaction: Omit<TestTransaction, 'receipt'> & Partial<TestTransaction>,
): object {
  const { txid, raw, rawHex, signatures, receipt } = transaction;
  const { contract, reference, expiration, timestamp, feeLimit, memo } = raw;
  const name = contract.type === 'other' ? '' : NAMES[contract.type];
  return {
    ...(receipt && { ret: [{ contractRet: receipt.contractRet }] }),
    signature: signatures,
    txID: txid,
    raw_data: {
      ...(memo !== '' && { data: memo }),
      contract: [
        {
          parameter: { value: contractValue(contract), type_url: `${URL}${name}` },
          type: name,
          ...('permission' in contract && contract.permission > 0 && { Permission_id: contract.permission }),
        },
      ],
      ref_block_bytes: reference.bytes,
      ref_block_hash: reference.hash,
      expiration,
      ...(feeLimit > 0n && { fee_limit: Number(feeLimit) }),
      timestamp,
    },
    raw_data_hex: rawHex,
  };
}

function contractValue(contract: TestTransaction['raw']['contract']): object {
  if (contract.type === 'transfer')
    return { amount: Number(contract.units), owner_address: contract.owner, to_address: contract.to };
  if (contract.type === 'trigger')
    return {
      data: contract.data,
      owner_address: contract.owner,
      contract_address: contract.contract,
      ...(contract.callValue > 0n && { call_value: Number(contract.callValue) }),
    };
  if (contract.type !== 'other')
    return {
      balance: Number(contract.units),
      resource: 'ENERGY',
      receiver_address: contract.receiver,
      owner_address: contract.owner,
    };
  return {};
}

/** A bit for each kind that is allowed. */
export function permissionsAnswer(permissions: readonly Permission[]): object[] {
  return permissions.map(({ id, key, kinds }) => {
    const operations = Buffer.alloc(32);
    for (const kind of kinds) operations[kind >> 3] = (operations[kind >> 3] ?? 0) | (1 << (kind & 7));
    return {
      type: 'Active',
      id,
      permission_name: 'lends energy',
      threshold: 1,
      operations: operations.toString('hex'),
      keys: [{ address: key, weight: 1 }],
    };
  });
}

export function infoAnswer({ height, timeMs }: TestBlock, { txid, raw, receipt }: TestTransaction): object {
  const { contract } = raw;
  const { contractRet, fee, netUsage, netFee, energyUsage, energyFee, energyTotal, outcome } = receipt;
  const isFailed = contractRet !== 'SUCCESS';
  const isCall = contract.type === 'trigger';
  const resMessage = contractRet === 'REVERT' ? 'REVERT opcode executed' : 'Not enough energy';
  return {
    id: txid,
    ...(fee > 0n && { fee: Number(fee) }),
    blockNumber: height,
    blockTimeStamp: timeMs,
    contractResult: [outcome?.result ?? ''],
    ...(isCall && { contract_address: contract.contract }),
    receipt: {
      ...(energyUsage > 0 && { energy_usage: energyUsage }),
      ...(energyFee > 0 && { energy_fee: energyFee }),
      ...(energyTotal > 0 && { energy_usage_total: energyTotal }),
      ...(netUsage > 0 && { net_usage: netUsage }),
      ...(netFee > 0 && { net_fee: netFee }),
      ...(isCall && { result: contractRet }),
    },
    ...(outcome?.logs && { log: outcome.logs }),
    ...(isFailed && { result: 'FAILED', resMessage: words(resMessage) }),
    ...(outcome?.pays && {
      internal_transactions: outcome.pays.map(({ to, units, isRejected, stakes }, n) => ({
        hash: `${n}`.padStart(64, '0'),
        caller_address: isCall ? contract.contract : '',
        transferTo_address: to,
        callValueInfo: [{ callValue: Number(units) }],
        note: words(stakes ?? 'call'),
        ...(isRejected && { rejected: true }),
      })),
    }),
  };
}
