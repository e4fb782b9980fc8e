import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import type { Watch } from '../chain.ts';
import { toHex } from './account.ts';
import { toTransactions } from './our-transactions.ts';
import { MessageWriter } from './protobuf.ts';
import { readBlock } from './read-block.ts';
import { TestWallet } from './testing/test-chain.ts';
import { encodeRaw, txidOf } from './transaction.ts';
import type { TronNode } from './tron-node.ts';

/** Blocks whose makers signed what nobody writes, and nodes that answer what none should. */

const wallet = new TestWallet();
const [deposit, other, stranger] = [1, 2, 50].map((n) => wallet.address(n)) as [string, string, string];
const ASSETS = { nativeAssetId: 14, tokens: new Map<string, number>(), lender: null };
const UNITS = 7_000_000n;
const watch: Watch = (address) => address === deposit;

/** A payment of TRX as it is signed, with more behind it than the chain's messages have. */
function signed(more: Uint8Array = new Uint8Array()): string {
  const [owner, to] = [hexToBytes(toHex(stranger)), hexToBytes(toHex(deposit))];
  const value = new MessageWriter().bytes(1, owner).bytes(2, to).int(3, UNITS).finish();
  const url = new TextEncoder().encode('type.googleapis.com/protocol.TransferContract');
  const parameter = new MessageWriter().bytes(1, url).message(2, concatBytes(value, more)).finish();
  const contract = new MessageWriter().int(1, 1).message(2, parameter).finish();
  return bytesToHex(new MessageWriter().int(8, 1).message(11, contract).int(14, 1).finish());
}

interface Told {
  readonly raw?: string;
  readonly owner?: string;
  readonly to?: string;
  /** How often it has been asked for receipts before it has them. */
  readonly late?: number;
}

function nodeOf({ raw = signed(), owner = toHex(stranger), to = toHex(deposit), late = 0 }: Told) {
  const txID = txidOf(hexToBytes(raw));
  const value = { owner_address: owner, to_address: to, amount: Number(UNITS) };
  const transaction = {
    txID,
    raw_data_hex: raw,
    raw_data: { contract: [{ type: 'TransferContract', parameter: { value } }] },
    ret: [{ contractRet: 'SUCCESS' }],
  };
  const header = { number: 5, parentHash: '04'.repeat(32), timestamp: 1 };
  let asked = 0;
  const answer = async (method: string) => {
    if (method === 'getblockbynum')
      return { blockID: '05'.repeat(32), block_header: { raw_data: header }, transactions: [transaction] };
    return asked++ < late ? {} : [{ id: txID, blockNumber: 5, receipt: {} }];
  };
  return { host: 'a node', wallet: answer, solid: answer } as unknown as TronNode;
}

async function transfersOf(told: Told) {
  const block = await readBlock(nodeOf(told), 'solid', 5);
  return toTransactions(block!, watch, ASSETS).flatMap(({ transfers }) => transfers);
}

const PAID = [{ index: 0, address: deposit, assetId: 14, units: UNITS }];

describe('of what was signed', () => {
  it('what the messages of the chain do not have is passed over, as the chain does', async () => {
    const group = Uint8Array.of((9 << 3) | 3, (1 << 3) | 0, 5, (9 << 3) | 4);
    // The receiver's field as a number: another field than the one that is bytes.
    const misformed = Uint8Array.of((2 << 3) | 0, 1);
    for (const more of [new Uint8Array(), group, misformed])
      expect(await transfersOf({ raw: signed(more) })).toEqual(PAID);
  });

  it('what cannot be read brings nothing, and keeps no block from being followed', async () => {
    expect(await transfersOf({ raw: signed(Uint8Array.of((9 << 3) | 3)) })).toEqual([]);
    expect(await transfersOf({ raw: signed(Uint8Array.of((9 << 3) | 6)) })).toEqual([]);
  });
});

describe('a node', () => {
  it('that says of a payment that it is ours, which it is not, credits nobody', async () => {
    const raw = bytesToHex(
      encodeRaw({
        reference: { bytes: '0001', hash: '00'.repeat(8) },
        expiration: 1,
        timestamp: 1,
        feeLimit: 0n,
        memo: '',
        contract: { type: 'transfer', owner: toHex(stranger), to: toHex(other), units: UNITS },
      }),
    );
    expect(await transfersOf({ raw })).toEqual([]);
  });

  it('that gives other bytes for a transaction is caught', async () => {
    const { solid, ...node } = nodeOf({});
    const lying = async (method: string) => {
      const answer = (await solid(method)) as { transactions?: { raw_data_hex: string }[] };
      for (const each of answer.transactions ?? []) each.raw_data_hex = signed(Uint8Array.of(9 << 3, 1));
      return answer;
    };
    const block = await readBlock({ ...node, solid: lying } as TronNode, 'solid', 5);
    expect(() => toTransactions(block!, watch, ASSETS)).toThrow('is another');
  });

  it('that names people otherwise than in hexadecimal is not understood', async () => {
    await expect(transfersOf({ to: deposit })).rejects.toThrow('where an account is expected');
  });

  it('that has got the block between two questions is asked once more for what became of it', async () => {
    expect(await transfersOf({ late: 1 })).toEqual(PAID);
    await expect(transfersOf({ late: 2 })).rejects.toThrow('where a list is expected');
  });

  it('is asked about addresses as blocks write them, where they are known so', async () => {
    const block = await readBlock(nodeOf({}), 'solid', 5);
    const asked: string[] = [];
    const asInBlocks = (account: string) => {
      asked.push(account);
      return account === toHex(deposit);
    };
    const [found] = toTransactions(block!, Object.assign(watch, { asInBlocks }), ASSETS);
    expect([found?.transfers, asked]).toEqual([PAID, [toHex(stranger), toHex(deposit)]]);
  });
});
