import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { formatFixed } from '../../money/fixed.ts';
import { cancelOrder } from '../../orders/cancel.ts';
import { resolveByOperator } from '../../orders/operate.ts';
import type { Order } from '../../orders/order.ts';
import { resolveOrder } from '../../orders/resolve.ts';
import { wrongsOf } from '../testing/books.ts';
import { openWorld, type World } from '../testing/world.ts';

/** Whoever decides about a frozen order chooses when, and so must not know at which price. */

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  expect(await wrongsOf(world)).toEqual([]);
  await world.close();
});
beforeEach(() => {
  world.pricedAt = null;
  world.told = {};
});

/** Paid after it was cancelled: it waits for its client for as long as that likes. */
async function parked(): Promise<Order> {
  const order = await world.place();
  await cancelOrder(world.database, order, world.now);
  await world.pay(order);
  await world.pass(4);
  expect(await world.status(order)).toBe(7);
  return order;
}

const DECIDERS = {
  client: async (order: Order) => {
    await resolveOrder(
      world.database,
      await world.order(order),
      { action: 'exchange' },
      world.market(),
      'test',
    );
  },
  operator: async ({ id }: Order) => {
    expect(await resolveByOperator(world.database, id, 'exchange', null, world.now)).toBe('resolved');
  },
};

/** What becomes of it when prices are of so many seconds after the decision. */
async function statusAt(order: Order, decidedAt: number, seconds: number): Promise<number> {
  world.pricedAt = decidedAt + seconds;
  await world.round();
  return world.status(order);
}

describe.each(['client', 'operator'] as const)('a frozen order that its %s has exchanged', (who) => {
  it('waits for prices of after that, though they be the same again', async () => {
    const order = await parked();
    const decidedAt = world.now;
    world.pricedAt = decidedAt - 59;
    await DECIDERS[who](order);
    world.now += 1;
    expect(await statusAt(order, decidedAt, -59)).toBe(7);
    expect(await statusAt(order, decidedAt, 0)).toBe(7);
    expect((await world.shown(order)).resolution).toBe('exchange');
    expect(await statusAt(order, decidedAt, 1)).toBe(3);
    expect(formatFixed((await world.order(order)).price)).toBe(world.prices.BTC);
  });

  it.each(['BTC', 'ETH'])('waits while %s has jumped and nobody has confirmed it', async (coin) => {
    const order = await parked();
    const decidedAt = world.now;
    world.told = { [coin]: { fixedStop: 'jump' } };
    await DECIDERS[who](order);
    world.now += 10;
    expect(await statusAt(order, decidedAt, 10)).toBe(7);
    world.told = {};
    expect(await statusAt(order, decidedAt, 10)).toBe(3);
  });
});

it('a client that asks again does not put it off', async () => {
  const order = await parked();
  const decidedAt = world.now;
  await DECIDERS.client(order);
  world.now += 5;
  await DECIDERS.client(order);
  expect(await statusAt(order, decidedAt, 1)).toBe(3);
});
