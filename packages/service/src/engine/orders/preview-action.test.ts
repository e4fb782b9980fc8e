import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { freezeOrder, resolveByOperator } from '../../orders/operate.ts';
import type { Order } from '../../orders/order.ts';
import { transaction } from '../../store/transaction.ts';
import { wrongsOf } from '../testing/books.ts';
import { openWorld, RECEIVER, REFUND, type World } from '../testing/world.ts';
import { previewAction } from './preview-action.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterEach(async () => expect(await wrongsOf(world)).toEqual([]));
afterAll(() => world.close());

const preview = (
  { id }: Order,
  action: 'freeze' | 'release' | 'refund' | 'retry',
  address: string | null = null,
) => previewAction(world.database, id, action, address, world.market());
const resolve = ({ id }: Order, action: 'exchange' | 'refund', address: string | null = null) =>
  transaction(world.database, (client) => resolveByOperator(client, id, action, address));

/** A fixed order that got another amount. */
async function frozen(amount: string): Promise<Order> {
  const order = await world.place({ exchange_mode: 'fixed' });
  await world.pay(order, amount);
  await world.settle();
  expect(await world.status(order)).toBe(7);
  return order;
}

/** An order that is being exchanged, none of whose payouts is signed. */
async function exchanging(): Promise<Order> {
  const order = await world.place();
  await world.pay(order);
  await world.database.query('INSERT INTO halt SELECT id, 0, 0, 0 FROM asset ON CONFLICT DO NOTHING');
  await world.settle();
  expect(await world.status(order)).toBe(3);
  return order;
}

describe('what an action is said to do', () => {
  it('is what a release then does, to the unit', async () => {
    const order = await frozen('0.04');
    const said = await preview(order, 'release');
    expect(said).toMatchObject({ whyNot: null, statusAfter: 3 });
    expect(said.effects).toHaveLength(1);
    expect(said.effects[0]).toMatchObject({ what: 'is paid out', address: RECEIVER.Ethereum });
    const before = await world.received(RECEIVER.Ethereum, 'Ethereum/ETH');
    expect(await resolve(order, 'exchange')).toBe('resolved');
    await world.settle();
    expect(await world.status(order)).toBe(4);
    expect((await world.received(RECEIVER.Ethereum, 'Ethereum/ETH')) - before).toBe(said.effects[0]?.units);
  });

  it('is what a refund then does, to the unit', async () => {
    const order = await frozen('0.04');
    expect((await preview(order, 'refund')).whyNot).toBe('refund_address is required');
    const said = await preview(order, 'refund', REFUND.Bitcoin);
    const [back, fee] = said.effects;
    expect(back).toMatchObject({ what: 'is given back', address: REFUND.Bitcoin });
    expect(fee).toMatchObject({ what: 'is the network fee', address: '' });
    expect((back?.units ?? 0n) + (fee?.units ?? 0n)).toBe(4_000_000n);
    const before = await world.received(REFUND.Bitcoin, 'Bitcoin/BTC');
    expect(await resolve(order, 'refund', REFUND.Bitcoin)).toBe('resolved');
    await world.settle();
    expect(await world.status(order)).toBe(5);
    expect((await world.received(REFUND.Bitcoin, 'Bitcoin/BTC')) - before).toBe(back?.units);
  });

  it('is that a freeze stops what is not signed, and then a refund is too late', async () => {
    const order = await exchanging();
    const said = await preview(order, 'freeze');
    expect(said).toMatchObject({ whyNot: null, statusAfter: 7 });
    expect(said.effects.map(({ what }) => what)).toEqual(['is stopped']);
    expect(await transaction(world.database, (client) => freezeOrder(client, order.id, world.now))).toBe(
      true,
    );
    expect((await preview(order, 'freeze')).whyNot).toMatch(/being exchanged/);
    expect((await preview(order, 'refund', REFUND.Bitcoin)).whyNot).toMatch(/can only go on/);
    const release = await preview(order, 'release');
    expect(release.effects).toEqual([{ ...said.effects[0], what: 'is paid out', state: 'ready' }]);
    await world.database.query('DELETE FROM halt');
    expect(await resolve(order, 'exchange')).toBe('resolved');
    await world.settle();
    expect(await world.status(order)).toBe(4);
  });

  it('is nothing where it cannot be done, with the reason', async () => {
    const order = await world.place();
    const whys = await Promise.all(
      (['freeze', 'release', 'refund', 'retry'] as const).map(
        async (action) => (await preview(order, action)).whyNot,
      ),
    );
    expect(whys).toEqual([
      'only an order that is being exchanged can be frozen',
      'the order is not frozen',
      'the order is not frozen',
      'nothing of this order has failed for good',
    ]);
  });

  it('is to wait, where there is no fresh price', async () => {
    const order = await frozen('0.04');
    world.pricedAt = world.now - 1_000;
    expect((await preview(order, 'release')).whyNot).toBe('server is busy, please try again later');
    world.pricedAt = null;
  });
});
