import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '../../access/caller.ts';
import { DayRoom } from '../../orders/day-room.ts';
import { resolveByOperator } from '../../orders/operate.ts';
import type { Order } from '../../orders/order.ts';
import { resolveOrder } from '../../orders/resolve.ts';
import { transaction } from '../../store/transaction.ts';
import { wrongsOf } from '../testing/books.ts';
import { ANYONE, openWorld, REFUND, type Wish, type World } from '../testing/world.ts';
import { loadOrders } from './load-orders.ts';

const DAY_S = 86_400;
const BEYOND = 'more came than limits allow';

/** One BTC is 100,000 USDT; at most 10 of them are taken in one order. */
let world: World;
beforeAll(async () => {
  world = await openWorld();
  world.settings = { ...world.settings, deep_from_usdt: 0 };
});
beforeEach(() => {
  world.now += DAY_S;
});
afterAll(async () => {
  expect(await wrongsOf(world)).toEqual([]);
  await world.close();
});

const of = (address: string): Caller => ({
  ...ANYONE,
  scope: `ip:${address}`,
  accountScope: `ip:${address}`,
  isLimited: true,
});
const ask = async (order: Order, action: 'exchange' | 'refund') =>
  resolveOrder(world.database, await world.order(order), { action }, world.market(), 'test');
const release = (order: Order) =>
  transaction(world.database, (client) => resolveByOperator(client, order.id, 'exchange', null));
const countedFor = async (whose: string) => {
  const [row] = await world.rows<{ value: string }>(
    'SELECT value::text FROM placed_value WHERE whose = $1 AND day = $2',
    [whose, Math.floor(world.now / DAY_S)],
  );
  return Number(row?.value ?? 0);
};
/** Places orders for 100 USDT each and pays all of them with so much, in one block. */
async function paidWith(amount: string, number: number, wish: Wish): Promise<Order[]> {
  const orders: Order[] = [];
  for (let n = 0; n < number; n++)
    orders.push(await world.place({ from_quantity: 0.001, refund_address: REFUND.Bitcoin, ...wish }));
  for (const order of orders) await world.pay(order, amount);
  await world.settle();
  return orders;
}
const statesOf = (orders: readonly Order[]) =>
  Promise.all(orders.map(async (order) => [await world.status(order), await world.freezeReason(order)]));

describe('a limit of the day', () => {
  it('counts what orders really come to, once: beyond it they freeze, and only an operator exchanges them', async () => {
    world.settings = { ...world.settings, day_per_caller_usdt: 1_000 };
    const wish = { caller: of('192.0.2.1'), on_mismatch: 'exchange' };
    const orders = await paidWith('0.003', 4, wish);
    // 400 were said; three times 200 more fit.
    expect((await statesOf(orders)).toSorted()).toEqual([
      [4, null],
      [4, null],
      [4, null],
      [7, 'LIMIT'],
    ]);
    expect(await countedFor('ip:192.0.2.1')).toBe(1_000);
    const stopped = orders[3] as Order;
    await expect(ask(stopped, 'exchange')).rejects.toThrow(BEYOND);
    await world.settle();
    expect(await world.status(stopped)).toBe(7);
    await release(stopped);
    await world.settle();
    expect([await world.status(stopped), await countedFor('ip:192.0.2.1')]).toEqual([4, 1_200]);
  });

  it('lets what it stops be given back', async () => {
    const [order] = (await paidWith('0.02', 1, { caller: of('192.0.2.2') })) as [Order];
    await expect(ask(order, 'exchange')).rejects.toThrow(BEYOND);
    await ask(order, 'refund');
    await world.settle();
    expect([await world.status(order), await countedFor('ip:192.0.2.2')]).toEqual([5, 100]);
  });

  it('stops nobody who sends what they said, whatever its price does since', async () => {
    const order = await world.place({ caller: of('192.0.2.3'), from_quantity: 0.01 });
    world.prices = { ...world.prices, BTC: '110000' };
    await world.pay(order);
    await world.settle();
    world.prices = { ...world.prices, BTC: '100000' };
    expect([await world.status(order), await countedFor('ip:192.0.2.3')]).toEqual([4, 1_000]);
  });

  it('holds for a fixed order that is exchanged at the rate of now, when its client says so', async () => {
    const [order] = (await paidWith('0.02', 1, { caller: of('192.0.2.4'), exchange_mode: 'fixed' })) as [
      Order,
    ];
    expect(await statesOf([order])).toEqual([[7, 'MORE']]);
    await ask(order, 'exchange');
    await world.settle();
    expect(await statesOf([order])).toEqual([[7, 'LIMIT']]);
    await expect(ask(order, 'exchange')).rejects.toThrow(BEYOND);
  });

  it('of a receive asset holds for all callers together; in open mode nothing is counted', async () => {
    world.settings = { ...world.settings, day_per_caller_usdt: 0, day_per_asset_usdt: 1_000 };
    const [one] = (await paidWith('0.009', 1, { caller: of('192.0.2.5') })) as [Order];
    const [other] = (await paidWith('0.002', 1, { caller: of('192.0.2.6') })) as [Order];
    const [open] = (await paidWith('0.05', 1, {})) as [Order];
    expect(await statesOf([one, other, open])).toEqual([
      [4, null],
      [7, 'LIMIT'],
      [4, null],
    ]);
    expect(await countedFor(`asset:${world.asset('Ethereum/ETH').id}`)).toBe(1_000);
    // What has been counted is not counted again, whoever takes it up again.
    const [again] = await loadOrders(world.database, [one.id], false);
    const room = new DayRoom(1, new Map([[`asset:${world.asset('Ethereum/ETH').id}`, 1n]]));
    expect(room.excessOf(again!, 900_000n, world.market())).toBeNull();
    expect(room.excessOf(again!, 900_001n, world.market())).toMatchObject({ units: 800_001n });
    world.settings = { ...world.settings, day_per_asset_usdt: 0 };
  });
});

it('more than one order may be is exchanged by neither on_mismatch nor the client, at float and fixed rates', async () => {
  for (const exchange_mode of ['float', 'fixed']) {
    const [order] = (await paidWith('12', 1, { exchange_mode, on_mismatch: 'exchange' })) as [Order];
    expect(await statesOf([order])).toEqual([[7, exchange_mode === 'float' ? 'LIMIT' : 'MORE']]);
    await expect(ask(order, 'exchange')).rejects.toThrow(BEYOND);
    await release(order);
    await world.settle();
    expect(await world.status(order)).toBe(4);
  }
});
