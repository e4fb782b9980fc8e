import { toText } from '@swapdesk/service/dist/chains/tron/account.js';
import { encodeRaw, type RawTransaction, txidOf } from '@swapdesk/service/dist/chains/tron/transaction.js';
import { TRANSFER_TOPIC, transferData } from '@swapdesk/service/dist/chains/tron/trc20.js';
import { TronChain } from '@swapdesk/service/dist/chains/tron/tron-chain.js';
import { HttpTronNode } from '@swapdesk/service/dist/chains/tron/tron-node.js';
import type { FullBlock } from './full-block.ts';

const TRANSACTIONS = 2_000;
const OURS = 50;
const [CHAIN_ID, TRX_ID, USDT_ID] = [8, 14, 15];
const USDT = {
  text: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  hex: '41a614f803b6fd780986a42c78ec9c7f77e6ded13c',
};
const HEIGHT = 70_000_000;
const TIME_MS = 1_763_400_000_000;
const TREASURY = toText(account(9_999_999));
const URL = 'type.googleapis.com/protocol.';

/** Half of them pay TRX, half of them USDT: what most blocks of TRON consist of. */
export function tronBlock(): FullBlock {
  const numbers = Array.from({ length: TRANSACTIONS }, (_, n) => n);
  const made = numbers.map(transaction);
  const asked = { num: HEIGHT };
  const part = `"num":${HEIGHT}}`;
  return {
    family: 'TRON',
    space: 'tron',
    addresses: numbers.slice(0, OURS).map((n) => toText(receiver(n))),
    answers: [
      {
        asked: ['getblockbynum', part],
        answer: { ...head(HEIGHT), transactions: made.map(({ told }) => told) },
      },
      { asked: ['gettransactioninfobyblocknum', part], answer: made.map(({ info }) => info) },
      { asked: ['getblockbynum', '"num":0}'], answer: head(0) },
      { asked: ['gettransactioninfobyblocknum', '"num":0}'], answer: [] },
    ],
    questions: [
      ['/walletsolidity/getblockbynum', asked],
      ['/walletsolidity/gettransactioninfobyblocknum', asked],
    ],
    follow: (url) => ({ open: () => open(url), height: HEIGHT, ours: OURS }),
  };
}

/** One that has asked which network it is on, and has not read the block. */
async function open(url: string): Promise<TronChain> {
  const chain = new TronChain({
    chain: {
      id: CHAIN_ID,
      name: 'TRON',
      confirmations: 19,
      nativeAssetId: TRX_ID,
      nativeAbbr: 'TRX',
      treasury: TREASURY,
    },
    tokens: () => [{ id: USDT_ID, abbr: 'USDT', contract: USDT.text }],
    endpoints: [new HttpTronNode({ url, solidityUrl: null, timeoutMs: 30_000 })],
    quorum: 1,
    networks: null,
    lifetimeS: 3_600,
    mostEnergyPrice: 420n,
    energy: null,
    signer: { sign: () => Promise.reject(new Error('nothing is signed here')) },
    poll: { busyS: 0, idleS: 5 },
    maxTipAgeS: null,
    clock: () => 0,
    warn: () => {},
  });
  await chain.block(0, async () => () => false);
  return chain;
}

function account(n: number): string {
  return `41${n.toString(16).padStart(40, 'c3')}`;
}

function receiver(n: number): string {
  return account(1_000_000 + n);
}

function head(height: number) {
  return {
    blockID: height.toString(16).padStart(16, '0').padEnd(64, 'ab'),
    block_header: {
      raw_data: {
        ...(height > 0 && { number: height }),
        txTrieRoot: '00'.repeat(32),
        witness_address: account(1),
        parentHash: Math.max(0, height - 1)
          .toString(16)
          .padStart(16, '0')
          .padEnd(64, 'ab'),
        version: 31,
        timestamp: TIME_MS,
      },
      witness_signature: '11'.repeat(65),
    },
  };
}

/** As a block has it, and its receipt. */
function transaction(n: number) {
  const [owner, to] = [account(2_000_000 + n), receiver(n)];
  const isToken = n % 2 === 1;
  const data = transferData(to, 5_000_000n);
  const contract: RawTransaction['contract'] = isToken
    ? { type: 'trigger', owner, contract: USDT.hex, callValue: 0n, data }
    : { type: 'transfer', owner, to, units: 5_000_000n };
  const raw: RawTransaction = {
    reference: { bytes: 'abcd', hash: 'ab'.repeat(8) },
    expiration: TIME_MS + 60_000,
    timestamp: TIME_MS + n,
    feeLimit: isToken ? 100_000_000n : 0n,
    memo: '',
    contract,
  };
  const bytes = encodeRaw(raw);
  const txid = txidOf(bytes);
  const name = isToken ? 'TriggerSmartContract' : 'TransferContract';
  const value = isToken
    ? { data, owner_address: owner, contract_address: USDT.hex }
    : { amount: 5_000_000, owner_address: owner, to_address: to };
  const told = {
    ret: [{ contractRet: 'SUCCESS' }],
    signature: ['1b'.repeat(65)],
    txID: txid,
    raw_data: {
      contract: [{ parameter: { value, type_url: `${URL}${name}` }, type: name }],
      ref_block_bytes: raw.reference.bytes,
      ref_block_hash: raw.reference.hash,
      expiration: raw.expiration,
      ...(isToken && { fee_limit: Number(raw.feeLimit) }),
      timestamp: raw.timestamp,
    },
    raw_data_hex: Buffer.from(bytes).toString('hex'),
  };
  const word = (hex: string) => hex.slice(2).padStart(64, '0');
  const log = {
    address: USDT.hex.slice(2),
    topics: [TRANSFER_TOPIC, word(owner), word(to)],
    data: (5_000_000).toString(16).padStart(64, '0'),
  };
  const info = {
    id: txid,
    ...(isToken && { fee: 6_428_500 }),
    blockNumber: HEIGHT,
    blockTimeStamp: TIME_MS,
    contractResult: [isToken ? '00'.repeat(32) : ''],
    ...(isToken && { contract_address: USDT.hex }),
    receipt: isToken
      ? { energy_fee: 6_428_500, energy_usage_total: 64_285, net_usage: 345, result: 'SUCCESS' }
      : { net_usage: 268 },
    ...(isToken && { log: [log] }),
  };
  return { told, info };
}
