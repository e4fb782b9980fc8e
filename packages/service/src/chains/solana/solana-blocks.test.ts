import { base58 } from '@scure/base';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closeTokenAccount, openTokenAccount, transferNative, transferToken } from './instructions.ts';
import type { Instruction } from './message.ts';
import { TOKEN } from './program-ids.ts';
import { rentOf } from './rent.ts';
import type { SolanaChain } from './solana-chain.ts';
import {
  addressOf,
  DECIMALS,
  NATIVE_ID,
  newestBlock,
  only,
  SOL,
  STRANGER,
  TestDesk,
  USDC_ID,
} from './testing/test-desk.ts';

let desk: TestDesk;
let chain: SolanaChain;

beforeAll(async () => {
  desk = await TestDesk.open();
});

beforeEach(() => {
  chain = desk.chain();
});

afterAll(() => desk.close());

const [ours = ''] = [addressOf(1)];

describe('following blocks', () => {
  it('counts blocks and not slots, so that skipped ones are no gaps', async () => {
    const before = await chain.tip();
    desk.mine({ skipped: 3 });
    desk.mine();
    desk.mine({ skipped: 70 });
    const tip = await chain.tip();
    expect(tip).toEqual({ height: before.height + 3, hash: desk.ledger.newest.hash });
    let last = before;
    for (let height = before.height + 1; height <= tip.height; height++) {
      const block = await chain.block(height, desk.watch, tip.height);
      expect(block).toMatchObject({ height, parent: last.hash });
      last = block!;
    }
    expect(last.hash).toBe(tip.hash);
    expect(await chain.block(tip.height + 1, desk.watch)).toBeNull();
  });

  it('finds an old block from the tip alone, however many slots were skipped since', async () => {
    const { height, hash } = desk.ledger.final;
    for (let n = 0; n < 30; n++) desk.mine({ skipped: (n * 7) % 11 });
    await chain.tip();
    expect(await chain.block(height, desk.watch)).toMatchObject({ height, hash });
    expect(await chain.block(desk.ledger.blocks[0]!.height, desk.watch)).toMatchObject({
      hash: desk.ledger.blocks[0]!.hash,
    });
    expect(await chain.block(1, desk.watch)).toBeNull();
  });

  it('ends with the last block that is final', async () => {
    const { hash } = desk.ledger.final;
    desk.ledger.makeBlock();
    expect((await chain.tip()).hash).toBe(hash);
    desk.ledger.finalize();
    expect((await chain.tip()).hash).not.toBe(hash);
    expect(await chain.settled(77)).toBe(77);
  });
});

describe('what came', () => {
  it('is the native coin, with whoever paid', async () => {
    const txid = desk.pay(ours, 2n * SOL);
    desk.mine();
    const found = only(await newestBlock(chain, desk));
    expect(found).toMatchObject({ txid, sources: [desk.stranger] });
    expect(found.transfers).toEqual([
      { index: expect.any(Number), address: ours, assetId: NATIVE_ID, units: 2n * SOL },
    ]);
  });

  it('is a token, in an account that is opened with it, by the name of its owner', async () => {
    desk.pay(ours, 5_000_000n, USDC_ID);
    desk.mine();
    const first = only(await newestBlock(chain, desk));
    desk.pay(ours, 1n, USDC_ID);
    desk.mine();
    const second = only(await newestBlock(chain, desk));
    const usdc = ({ transfers }: typeof first) => transfers.filter(({ address }) => address === ours);
    expect(usdc(first)).toEqual([
      { index: expect.any(Number), address: ours, assetId: USDC_ID, units: 5_000_000n },
    ]);
    expect(usdc(second)).toMatchObject([{ units: 1n }]);
    expect(second.sources).toEqual([desk.stranger]);
  });

  it('counts however it was moved: by a call of another program, without a transfer', async () => {
    const owner = desk.stranger;
    const other = addressOf(2);
    const nested = addressOf(3_000);
    const account = desk.tokenAccount(nested);
    const place = { mint: desk.mint, program: TOKEN } as const;
    // Opening it moves coins in a call inside the call; closing it moves them by the token program's own hand.
    desk.send(
      [STRANGER, 3_000],
      [
        openTokenAccount(owner, account, nested, place),
        closeTokenAccount(account, other, nested, TOKEN),
        mintTo(1),
      ],
    );
    desk.mine();
    const { transfers } = only(await newestBlock(chain, desk));
    const mine = transfers.filter(({ address }) => address === other || address === ours);
    expect(mine).toMatchObject([
      { address: other, assetId: NATIVE_ID, units: rentOf(165) },
      { address: ours, assetId: USDC_ID, units: 77n },
    ]);
  });

  it('is nothing if the transaction failed', async () => {
    desk.send(
      [STRANGER],
      [transferNative(desk.stranger, ours, SOL), transferNative(desk.stranger, ours, 10_000n * SOL)],
    );
    desk.mine();
    expect(desk.ledger.newest.transactions).toHaveLength(1);
    const found = (await newestBlock(chain, desk)).transactions;
    expect(found.flatMap(({ transfers }) => transfers)).toEqual([]);
  });

  it('is nothing in an account of ours that wallets would not look for', async () => {
    const aside = addressOf(3_001);
    const from = desk.tokenAccount(desk.stranger);
    const like = desk.ledger.accountAt(from, desk.ledger.newest.slot)!;
    const data = Uint8Array.from(like.data);
    data.set(base58.decode(ours), 32);
    desk.ledger.put(aside, { ...like, data });
    const move = { from, to: aside, owner: desk.stranger, units: 5n };
    desk.send([STRANGER], [transferToken(move, { mint: desk.mint, program: TOKEN }, DECIMALS)]);
    desk.mine();
    expect(desk.ledger.newest.transactions).toMatchObject([{ err: null }]);
    const { transactions } = await newestBlock(chain, desk);
    expect(transactions.flatMap(({ transfers }) => transfers)).toEqual([]);
  });

  it('names all that have sent', async () => {
    const second = addressOf(STRANGER + 1);
    desk.ledger.fund(second, 10n * SOL);
    desk.send(
      [STRANGER, STRANGER + 1],
      [transferNative(desk.stranger, ours, SOL), transferNative(second, ours, SOL)],
    );
    desk.mine();
    const found = only(await newestBlock(chain, desk));
    expect(found.sources).toEqual([desk.stranger, second]);
    expect(found.transfers).toMatchObject([{ address: ours, units: 2n * SOL }]);
  });

  /** The issuer's own way to give: no transfer at all. */
  function mintTo(n: number): Instruction {
    const data = new Uint8Array(9);
    data[0] = 7;
    new DataView(data.buffer).setBigUint64(1, 77n, true);
    return {
      program: TOKEN,
      accounts: [
        { address: desk.mint, changes: true },
        { address: desk.tokenAccount(addressOf(n)), changes: true },
        { address: desk.stranger, signs: true },
      ],
      data,
    };
  }
});

describe('what is confirmed and not final', () => {
  it('is seen once, and followed when it is final, as the same', async () => {
    const txid = desk.pay(ours, SOL);
    desk.ledger.makeBlock({ skipped: 1 });
    const mempool = await chain.mempool(desk.watch);
    expect(mempool.has(txid)).toBe(true);
    const seen = only(mempool);
    mempool.noted();
    expect((await chain.mempool(desk.watch)).transactions).toEqual([]);
    expect(await chain.statusOf(txid)).toEqual({ state: 'waiting' });
    desk.ledger.finalize();
    const block = await newestBlock(chain, desk);
    expect(only(block)).toEqual(seen);
    expect(await chain.statusOf(txid)).toEqual({
      state: 'mined',
      block: { height: block.height, hash: block.hash },
    });
    expect((await chain.mempool(desk.watch)).has(txid)).toBe(false);
  });

  it('is gone when a fork takes it back, and seen in its new block when that has it', async () => {
    const [kept, lost] = [desk.pay(ours, 3n * SOL), desk.pay(ours, 4n * SOL)];
    desk.ledger.makeBlock();
    desk.ledger.makeBlock();
    const mempool = await chain.mempool(desk.watch);
    expect([kept, lost].map(mempool.has)).toEqual([true, true]);
    mempool.noted();
    const gone = desk.ledger.goBack(2);
    desk.ledger.waiting.push(gone[0]!.bytes);
    desk.ledger.makeBlock();
    desk.ledger.makeBlock();
    const after = await chain.mempool(desk.watch);
    expect([kept, lost].map(after.has)).toEqual([true, false]);
    expect(await chain.statusOf(lost)).toEqual({ state: 'unknown' });
    desk.ledger.finalize();
    await chain.tip();
    const height = desk.ledger.newest.height - 1;
    expect(only((await chain.block(height, desk.watch))!).txid).toBe(kept);
  });

  it('is not what a node tells while it changes its mind', async () => {
    const txid = desk.pay(ours, SOL);
    const { slot } = desk.ledger.makeBlock();
    desk.ledger.makeBlock();
    for (const node of desk.nodes) {
      node.alter = (answer, method, [asked]) =>
        method === 'getBlock' && asked === slot ? { ...(answer as object), blockhash: addressOf(8) } : answer;
    }
    expect((await chain.mempool(desk.watch)).has(txid)).toBe(false);
    for (const node of desk.nodes) node.alter = (answer) => answer;
    expect((await chain.mempool(desk.watch)).has(txid)).toBe(true);
    desk.ledger.finalize();
  });

  it('is not asked for while nobody expects anything', async () => {
    const asked = () => desk.nodes.reduce((sum, { calls }) => sum + calls.length, 0);
    const before = asked();
    expect((await chain.mempool(desk.watch, true)).transactions).toEqual([]);
    expect(asked()).toBe(before);
  });
});
