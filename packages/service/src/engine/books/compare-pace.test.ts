import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BlockRef, Chain } from '../../chains/chain.ts';
import { signingThrough } from '../../chains/testing/signing-through.ts';
import { openWorld, type World } from '../testing/world.ts';
import { ComparePace } from './compare-pace.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** A chain whose node counts what it is asked, with what is compared or signed there, as of which block. */
function counted(chain: Chain): { chain: Chain; done: string[] } {
  const done: string[] = [];
  const noted: Partial<Chain> = {
    poll: { busyS: 0, idleS: 0 },
    balance(asset, holdings, at: BlockRef) {
      done.push(`compared at ${at.height}`);
      return chain.balance(asset, holdings, at);
    },
    ...signingThrough(chain, async (_request, sign) => {
      done.push(`signed at ${(await chain.tip()).height}`);
      return sign();
    }),
  };
  return { chain: Object.assign(Object.create(chain), noted), done };
}

it('while nothing is expected the books are compared once a minute, and before anything is signed as of the newest block', async () => {
  const chains = world.chains.map(counted);
  world.chains = chains.map(({ chain }) => chain);
  await world.settle();
  world.now += 4_000;
  for (let n = 0; n < 5; n++) await world.round();
  const bitcoin = chains.find(({ chain }) => chain.name === 'Bitcoin')!;
  const ethereum = chains.find(({ chain }) => chain.name === 'Ethereum')!;
  const rounds = async (seconds: number) => {
    for (const { done } of chains) done.length = 0;
    for (let n = 0; n < seconds; n += 10) {
      world.now += 10;
      await world.mine(1, 'Bitcoin');
      await world.mine(1, 'Ethereum');
      await world.round();
    }
    return [bitcoin.done, ethereum.done].map((done) => new Set(done).size);
  };
  await rounds(60);
  const [ofBitcoin, ofEthereum] = await rounds(180);
  expect(ofEthereum).toBe(3);
  // There are many coins to ask about: that is done less often.
  expect(ofBitcoin).toBeLessThan(3);

  // As soon as an order waits, after each block.
  const order = await world.place({});
  await expect.poll(async () => (await rounds(20))[0], { timeout: 30_000 }).toBe(2);

  // A payout is signed after a comparison as of the block that was followed last.
  await world.pay(order, '0.01');
  const settled = async () => {
    await world.settle();
    return world.status(order);
  };
  for (const { done } of chains) done.length = 0;
  await expect.poll(settled, { timeout: 30_000 }).toBe(4);
  for (const [n, what] of ethereum.done.entries()) {
    if (!what.startsWith('signed')) continue;
    expect(ethereum.done.slice(0, n)).toContain(what.replace('signed', 'compared'));
  }
  expect(ethereum.done.some((what) => what.startsWith('signed'))).toBe(true);
});

it('what differed is looked at again with every block, however little is expected', async () => {
  const pace = new ComparePace(world.chains[0] as Chain);
  const isDue = (now: number) => {
    pace.moved();
    return pace.isDue(now, true);
  };
  expect(isDue(1_000)).toBe(true);
  await pace.done(world.database, false, 1_000);
  expect([pace.isDone, isDue(1_001), pace.isDone]).toEqual([true, true, false]);
  await pace.done(world.database, true, 1_001);
  expect([isDue(1_060), isDue(1_601)]).toEqual([false, true]);
  // Without a new block there is nothing to compare.
  await pace.done(world.database, true, 1_601);
  expect(pace.isDue(9_000, false)).toBe(false);
});

it('no payout is signed on books that could not be compared for a minute', async () => {
  const real = world.chains.find(({ name }) => name === 'Ethereum') as Chain;
  let fault: 'throws' | 'cannot tell' | null = null;
  const doubtful = Object.assign(Object.create(real), {
    async balance(...asked: Parameters<Chain['balance']>) {
      if (fault === 'throws') throw new Error('two endpoints say different things');
      return fault === 'cannot tell' ? null : real.balance(...asked);
    },
  }) as Chain;
  world.chains = world.chains.map((chain) => (chain === real ? doubtful : chain));
  for (const each of ['throws', 'cannot tell'] as const) {
    const order = await world.place({});
    fault = each;
    const rounds = async (count: number) => {
      for (let n = 0; n < count; n++) {
        world.now += 20;
        await world.mine(1, 'Bitcoin');
        await world.mine(1, 'Ethereum');
        await world.round().catch(() => undefined);
      }
    };
    // Until the last comparison is old; the gate stays open all the while.
    await rounds(5);
    await world.pay(order, '0.01');
    await rounds(12);
    const signed = await world.rows('SELECT 1 FROM payout WHERE order_id = $1 AND payment_id IS NOT NULL', [
      order.id,
    ]);
    expect([each, signed.length]).toEqual([each, 0]);
    fault = null;
    const settled = async () => {
      await world.mine(1, 'Ethereum');
      await world.settle();
      return world.status(order);
    };
    await expect.poll(settled, { timeout: 30_000 }).toBe(4);
  }
});
