import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { few, IS_LONG } from '../../../../../test/support/volume.ts';
import type { Order } from '../../orders/order.ts';
import { transaction } from '../../store/transaction.ts';
import { wrongsOf } from '../testing/books.ts';
import { copyStore } from '../testing/copy-store.ts';
import { passing, slowNode } from '../testing/slow-node.ts';
import { openWorld, RECEIVER, type World } from '../testing/world.ts';
import { clearHalt, loadHalts } from './halts.ts';
import { findPaying, markPaid } from './mark-paid.ts';
import { obstaclesTo } from './obstacles.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

const chainOf = (name: string) => world.chains.find((chain) => chain.name === name)!;
const forCoin = () =>
  world.place({
    from_chain: 'Ethereum',
    from_abbr: 'ETH',
    from_quantity: 2,
    to_address: [{ to_chain: 'Bitcoin', to_abbr: 'BTC', to_address: RECEIVER.Bitcoin }],
  });
const paidOut = async () => ({
  ETH: await world.received(RECEIVER.Ethereum, 'Ethereum/ETH'),
  BTC: await world.received(RECEIVER.Bitcoin, 'Bitcoin/BTC'),
});

async function rounds(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await world.round().catch(() => undefined);
}

/** What an operator does with what `halt clear` says: each payout that was paid is marked so, then halts are cleared. */
async function decideAll(): Promise<string[]> {
  const { catalogue } = world.market();
  const advised: string[] = [];
  for (let more = true; more; ) {
    more = false;
    for (const { assetId } of await loadHalts(world.database)) {
      const asset = catalogue.get(assetId);
      const chain = chainOf(asset.chain.name);
      const [first] = await obstaclesTo(world.database, chain, catalogue, asset);
      if (first === undefined) {
        await clearHalt(world.database, assetId);
        continue;
      }
      advised.push(first.advice);
      const [, payoutId, txid = ''] = /payout paid (\d+) --txid (\w+)/.exec(first.advice) ?? [];
      if (payoutId === undefined) throw new Error(`${first.what}: ${first.advice}`);
      const claim = { payoutId: Number(payoutId), txid, mayDiffer: false };
      const found = await findPaying(world.database, chain, claim);
      await transaction(world.database, (client) => markPaid(client, chain, claim, found, world.now));
      more = true;
      break;
    }
  }
  return advised;
}

async function goesOn(...done: Order[]): Promise<void> {
  for (const order of done) expect(await world.status(order)).toBe(4);
  const [one, two] = [await world.place(), await forCoin()];
  await world.pay(one);
  await world.pay(two);
  await world.settle();
  expect([await world.status(one), await world.status(two)]).toEqual([4, 4]);
  expect(await wrongsOf(world)).toEqual([]);
}

describe('a store that is older than the chains', () => {
  /** Two orders are paid out after a copy was made, then the copy is restored and a new process begins. */
  async function restored(): Promise<{ orders: [Order, Order]; again: () => Promise<void> }> {
    const orders: [Order, Order] = [await world.place(), await forCoin()];
    const copy = await copyStore(world.database);
    await world.mine(20);
    for (const order of orders) await world.pay(order);
    await world.mine(5);
    // Far behind, so that its payouts are due long before the block that has them is followed.
    await rounds(8);
    await world.mine(70);
    await rounds(8);
    await world.settle();
    for (const order of orders) expect(await world.status(order)).toBe(4);
    await world.mine(60);
    const again = async () => {
      await copy.restore();
      world.restart();
    };
    await again();
    return { orders, again };
  }

  async function signsNothingWhileNodesHang(): Promise<void> {
    const before = await paidOut();
    const fast = world.chains;
    for (const hanging of few(1, ['spent', 'block', 'balance', 'nextNonceWaiting', 'mempool'])) {
      world.chains = fast.map((chain) =>
        slowNode(chain, async (call) => {
          if (call !== hanging) return;
          world.now += 30;
          throw new Error('no answer within 30 s');
        }),
      );
      world.restart();
      await rounds(12);
      expect(await world.rows('SELECT 1 FROM attempt')).toEqual([]);
    }
    expect(await paidOut()).toEqual(before);
    world.chains = fast;
  }

  const isFound = async () =>
    (await loadHalts(world.database)).some(({ reason }) => reason === 'unknown spend');

  const NODES: [string, number][] = [
    ['fast', 0],
    ['slow', 1.5],
  ];
  it.runIf(IS_LONG).each(NODES)(
    'signs nothing while a node hangs, in whichever call, and pays nobody again with %s nodes; when each payout is decided it goes on',
    async (_kind, seconds) => {
      const { orders, again } = await restored();
      const before = await paidOut();
      await signsNothingWhileNodesHang();
      await again();
      const pass = passing(world);
      const fast = world.chains;
      world.chains = fast.map((chain) => slowNode(chain, () => pass(seconds)));
      // However long it takes to follow so many blocks; then some more.
      for (let n = 0; n < 200 && (IS_LONG || !(await isFound())); n++) await rounds(1);
      await rounds(12);
      expect(await paidOut()).toEqual(before);
      expect(await world.rows('SELECT 1 FROM attempt')).toEqual([]);
      expect(new Set((await loadHalts(world.database)).map(({ reason }) => reason))).toContain(
        'unknown spend',
      );
      world.chains = fast;
      await rounds(12);
      expect(await decideAll()).toHaveLength(2);
      await goesOn(...orders);
      expect(await paidOut()).toEqual({ ETH: before.ETH * 2n, BTC: before.BTC * 2n });
    },
  );

  it.runIf(IS_LONG)('that halts were cleared in by hand signs nothing all the same', async () => {
    await restored();
    const before = await paidOut();
    for (let n = 0; n < 12; n++) {
      await world.rows('DELETE FROM halt');
      await world.round().catch(() => undefined);
    }
    expect(await paidOut()).toEqual(before);
    expect(await world.rows('SELECT 1 FROM attempt')).toEqual([]);
  });
});

describe('a store that has lost its last commits', () => {
  /** Payouts are signed and sent, their rows undone; their transactions wait for a block. */
  async function undone(): Promise<Order[]> {
    const orders = [await world.place(), await forCoin(), await world.place(), await forCoin()];
    for (const order of orders) await world.pay(order);
    await world.rows("INSERT INTO halt SELECT id, 0, 0, 0, 'operator' FROM asset");
    await world.settle();
    for (const order of orders) expect(await world.status(order)).toBe(3);
    await world.rows('DELETE FROM halt');
    const copy = await copyStore(world.database);
    await world.round();
    expect(await world.rows("SELECT 1 FROM sim_tx WHERE state = 'waiting'")).not.toEqual([]);
    await copy.restore();
    return orders;
  }

  it.each([
    ['under the process that runs', false],
    ['and a new process begins', true],
  ])('pays nobody again, %s', async (_when, isNew) => {
    const orders = await undone();
    if (isNew) world.restart();
    await rounds(3);
    expect(await world.rows('SELECT 1 FROM attempt')).toEqual([]);
    expect((await loadHalts(world.database)).map(({ reason }) => reason)).toContain('unknown spend');
    await world.mine(6);
    await rounds(3);
    expect(await world.rows('SELECT 1 FROM attempt')).toEqual([]);
    await decideAll();
    const paid = await paidOut();
    await goesOn(...orders);
    expect(await paidOut()).toEqual({ ETH: (paid.ETH * 3n) / 2n, BTC: (paid.BTC * 3n) / 2n });
  });
});

describe('a chain with a block every second', () => {
  it.each(few(1, [0.5, 0.1, 1.5]))('is paid on, with %s s a call', async (seconds) => {
    const order = await world.place();
    await world.pay(order);
    await world.settle();
    const next = await world.place();
    await world.pay(next);
    world.restart();
    let mined = world.now;
    const pass = passing(world, async (now) => {
      for (; mined < now; mined++) await world.mine(1, 'Ethereum');
    });
    const fast = world.chains;
    world.chains = fast.map((chain) => slowNode(chain, () => pass(chain.name === 'Ethereum' ? seconds : 0)));
    const isPaid = async () =>
      (await world.rows("SELECT 1 FROM payout WHERE state = 'ready' OR payment_id IS NULL")).length === 0;
    let done = 0;
    while ((await world.status(next)) !== 3 && done++ < 30) {
      await world.mine(1, 'Bitcoin');
      await world.round();
    }
    while (!(await isPaid()) && done++ < 120) await world.round();
    expect(await isPaid()).toBe(true);
  });
});
