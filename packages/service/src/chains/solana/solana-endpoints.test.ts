import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SolanaChain } from './solana-chain.ts';
import {
  addressOf,
  NATIVE_ID,
  newestBlock,
  only,
  payment,
  SOL,
  TestDesk,
  USDC_ID,
} from './testing/test-desk.ts';
import { usedAhead } from './testing/used-ahead.ts';

let desk: TestDesk;
let chain: SolanaChain;

beforeEach(async () => {
  desk = await TestDesk.open(3);
  chain = desk.chain();
});

afterEach(() => desk.close());

const ours = addressOf(1);
const native = { id: NATIVE_ID, abbr: 'SOL', contract: null };
const told = () => desk.warnings.map(({ facts }) => String((facts.err as Error).message));

describe('an endpoint', () => {
  it('that is killed is done without, and told of', async () => {
    await desk.nodes[0]!.close();
    desk.pay(ours, SOL);
    desk.mine();
    expect(only(await newestBlock(chain, desk)).transfers).toMatchObject([{ address: ours, units: SOL }]);
    expect((await chain.mempool(desk.watch)).transactions).toEqual([]);
    expect(told()).toContainEqual(expect.stringContaining('cannot be reached'));
    await desk.nodes[1]!.close();
    await expect(chain.tip()).rejects.toThrow('too few endpoints');
  });

  it('that lags holds nobody up, and is not called a liar', async () => {
    desk.nodes[0]!.answers.behind = 3;
    for (let n = 0; n < 5; n++) desk.mine({ skipped: n % 2 });
    desk.pay(ours, SOL);
    desk.mine();
    const tip = await chain.tip();
    expect(tip.hash).toBe(desk.ledger.newest.hash);
    let last = await chain.block(tip.height - 5, desk.watch, tip.height);
    for (let height = tip.height - 4; height <= tip.height; height++) {
      const block = await chain.block(height, desk.watch, tip.height);
      expect(block?.parent).toBe(last?.hash);
      last = block;
    }
    expect(await chain.accountBalances([ours], native, tip)).toEqual([SOL]);
    expect(desk.warnings).toEqual([]);
  });

  it('of which two must agree and one lags sets the pace', async () => {
    desk.nodes[0]!.answers.behind = 2;
    desk.nodes[1]!.answers.behind = 2;
    for (let n = 0; n < 4; n++) desk.mine();
    expect((await chain.tip()).hash).toBe(desk.ledger.blocks.at(-3)?.hash);
  });

  it.each([
    [
      'of how much came',
      altered(({ meta }) => ({ meta: { ...meta, postBalances: meta.postBalances.map((n) => n + 7) } })),
    ],
    ['by leaving a transaction out', altered(() => null)],
    [
      'of whether it failed',
      altered(({ meta }) => ({ meta: { ...meta, err: { InstructionError: [0, 'Custom'] } } })),
    ],
  ])('that lies %s is outvoted, and told of', async (_, alter) => {
    desk.nodes[0]!.alter = alter;
    desk.pay(ours, SOL);
    desk.mine();
    expect(only(await newestBlock(chain, desk)).transfers).toMatchObject([{ address: ours, units: SOL }]);
    expect(told()).toContainEqual(expect.stringContaining('says something else'));
  });

  it('that leaves out a block is outvoted', async () => {
    const from = await chain.tip();
    desk.mine();
    desk.mine();
    desk.nodes[0]!.alter = (answer, method) =>
      method === 'getBlocks' ? (answer as number[]).filter((_, n) => n !== 0) : answer;
    const tip = await chain.tip();
    expect(await chain.block(from.height + 1, desk.watch, tip.height)).toMatchObject({ parent: from.hash });
  });

  it('that lies of balances and nonces is outvoted', async () => {
    const nonce = await desk.nonce(chain);
    desk.nodes[0]!.alter = (answer, method) => {
      if (method !== 'getMultipleAccounts') return answer;
      const { context, value } = answer as { context: object; value: ({ lamports: number } | null)[] };
      return {
        context,
        value: value.map((each) => each && { ...each, lamports: each.lamports + 1, data: ['', 'base64'] }),
      };
    };
    const tip = await chain.tip();
    expect(await chain.accountBalances([desk.stranger], native, tip)).toEqual([1_000n * SOL]);
    expect(await chain.nonceValues([nonce.account])).toEqual([nonce.value]);
  });

  it('on another network is not believed', async () => {
    desk.nodes[0]!.alter = (answer, method) => (method === 'getGenesisHash' ? addressOf(8) : answer);
    await chain.tip();
    expect(told()).toContainEqual(expect.stringContaining('another network'));
    const examined = await chain.examine({ assets: [], followed: null, now: 0 });
    expect(examined.filter(({ advice }) => advice !== null)).toHaveLength(1);
  });

  it('that contradicts the only other stops everything, until it has come to its senses', async () => {
    await desk.nodes[2]!.close();
    desk.nodes[0]!.alter = altered(() => null);
    desk.pay(ours, SOL);
    desk.mine();
    await expect(newestBlock(chain, desk)).rejects.toThrow('disagree');
    desk.nodes[0]!.alter = (answer) => answer;
    expect(only(await newestBlock(chain, desk)).transfers).toHaveLength(1);
  });

  it('that names another slot for the tip keeps nobody from it', async () => {
    desk.mine({ skipped: 2 });
    desk.nodes[0]!.alter = (answer, method) =>
      method === 'getEpochInfo'
        ? { ...(answer as object), absoluteSlot: (answer as { absoluteSlot: number }).absoluteSlot - 1 }
        : answer;
    expect((await chain.tip()).hash).toBe(desk.ledger.final.hash);
  });

  it('that claims to be ahead, and that nonce accounts were used there, is not believed by itself', async () => {
    const nonce = await desk.nonce(chain);
    const other = addressOf(77);
    const lie = usedAhead(nonce.value, other);
    const newest = () => chain.nonceValuesWaiting([nonce.account]);
    expect(await newest()).toEqual([nonce.value]);
    desk.nodes[2]!.alter = lie;
    expect(await newest()).toEqual([null]);
    expect(await chain.nonceValues([nonce.account])).toEqual([nonce.value]);
    desk.nodes[1]!.alter = lie;
    expect(await newest()).toEqual([other]);
    desk.nodes[1]!.alter = desk.nodes[2]!.alter = (answer) => answer;
    desk.nodes[0]!.answers.behind = 1;
    desk.mine();
    expect(await newest()).toEqual([nonce.value]);
  });

  it('that is a block ahead with a nonce that was used says nothing wrong', async () => {
    const nonce = await desk.nonce(chain);
    const request = payment(nonce, desk.treasury, {
      address: addressOf(6_001),
      assetId: NATIVE_ID,
      units: SOL,
    });
    await chain.broadcast((await chain.sign(request)).bytes);
    for (const { answers } of desk.nodes.slice(1)) answers.behind = 1;
    desk.mine();
    expect(await chain.nonceValues([nonce.account])).toEqual([nonce.value]);
    expect(desk.warnings).toEqual([]);
  });

  it('that loses what it is given is made up for by another', async () => {
    const nonce = await desk.nonce(chain);
    desk.nodes[0]!.answers.take = () => undefined;
    const request = payment(nonce, desk.treasury, {
      address: addressOf(6_000),
      assetId: NATIVE_ID,
      units: SOL,
    });
    const { txid, bytes } = await chain.sign(request);
    await chain.broadcast(bytes);
    desk.mine();
    expect(await chain.statusOf(txid)).toMatchObject({ state: 'mined' });
  });
});

describe('balances', () => {
  it('are those at the block that was asked for, whatever came since', async () => {
    desk.pay(ours, SOL);
    desk.pay(ours, 5n, USDC_ID);
    desk.mine();
    const at = await chain.tip();
    const usdc = { id: USDC_ID, abbr: 'USDC', contract: desk.mint };
    for (let n = 0; n < 6; n++) {
      desk.pay(ours, SOL + BigInt(n));
      desk.pay(ours, 1n, USDC_ID);
      desk.mine({ skipped: n });
    }
    desk.nodes[0]!.answers.behind = 3;
    expect(await chain.accountBalances([ours, addressOf(2)], native, at)).toEqual([SOL, 0n]);
    expect(await chain.accountBalances([ours, addressOf(2)], usdc, at)).toEqual([5n, 0n]);
    const now = await chain.tip();
    expect(await chain.accountBalances([ours], usdc, now)).toEqual([11n]);
  });

  it('are not known of a block that is not there, or long ago', async () => {
    const at = await chain.tip();
    expect(await chain.accountBalances([ours], native, { ...at, hash: addressOf(9) })).toBeNull();
    for (let n = 0; n < 45; n++) desk.ledger.makeBlock();
    desk.ledger.finalize();
    expect(await chain.accountBalances([ours], native, at)).toBeNull();
  });
});

describe('what the network is paid', () => {
  it('is between floor and cap, whatever a node says', async () => {
    const rates: bigint[] = [];
    for (const fee of [0, 40_000, 1e12]) {
      for (const { answers } of desk.nodes) answers.priorityFee = fee;
      rates.push((await chain.feeRate()).now);
    }
    expect(rates).toEqual([1_000n, 40_000n, 1_000_000n]);
  });
});

interface Told {
  readonly meta: { readonly postBalances: number[] };
}

/** Alters what a block says of its first transaction; null leaves that out. */
function altered(change: (told: Told) => object | null) {
  return (answer: unknown, method: string) => {
    const { transactions } = answer as { transactions?: Told[] };
    const [first, ...others] = transactions ?? [];
    if (method !== 'getBlock' || first === undefined) return answer;
    const lie = change(first);
    return {
      ...(answer as object),
      transactions: [...(lie === null ? [] : [{ ...first, ...lie }]), ...others],
    };
  };
}
