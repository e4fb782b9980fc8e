import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Ladder } from '../../market/ladder.ts';
import { ONE } from '../../money/fixed.ts';
import type { Order } from '../../orders/order.ts';
import type { TakenSide } from '../../pricing/taken-tally.ts';
import { openWorld, type World } from '../testing/world.ts';

let world: World;
const noted: { from: string; entries: readonly TakenSide[] }[] = [];
beforeAll(async () => {
  world = await openWorld();
  world.taken = { note: (from, entries) => void noted.push({ from, entries }) };
});
beforeEach(() => void noted.splice(0));
afterAll(() => world.close());

/** Of each hundredth of a bitcoin that is sold the next brings a percent less. */
const STEEP: Ladder = {
  bids: Array.from({ length: 40 }, (_, n) => {
    const amount = (BigInt(n + 1) * ONE) / 100n;
    return { value: 1_000n * ONE * BigInt(n + 1) - 5n * ONE * BigInt(n + 1) * BigInt(n), amount };
  }),
  asks: [{ value: 100_000n * ONE, amount: ONE }],
};

const paid = async (amount: string, wish: Parameters<World['place']>[0] = {}) => {
  const order = await world.place({ from_quantity: 0.05, ...wish });
  await world.pay(order, amount);
  return order;
};
const pricesOf = async (orders: readonly Order[]) =>
  Promise.all(orders.map(async (order) => (await world.order(order)).price));
const confirm = async () => {
  await world.mine(2, 'Bitcoin');
  for (let n = 0; n < 2; n++) await world.round();
};
/** The prices that they get. */
const exchangeAll = async (orders: readonly Order[]) => {
  await confirm();
  for (const order of orders) expect(await world.status(order)).toBe(3);
  return pricesOf(orders);
};

describe('orders that are paid in one block', () => {
  beforeEach(() => {
    world.told = { BTC: { ladder: STEEP } };
  });

  it('get together no more than a large one, and each is noted', async () => {
    const large = await paid('0.1', { from_quantity: 0.1 });
    const [whole] = (await exchangeAll([large])) as [bigint];
    noted.splice(0);
    const small = [];
    for (let n = 0; n < 10; n++) small.push(await paid('0.01', { from_quantity: 0.01 }));
    const prices = await exchangeAll(small);
    expect(noted.map(({ from }) => from)).toEqual(small.map(() => 'BTC'));
    const together = prices.reduce((sum, price) => sum + price, 0n) / 10n;
    // Fees stay with the treasury, so a little less is taken than was sent.
    expect(together <= whole + whole / 1_000n).toBe(true);
    expect((prices[0] as bigint) > (prices[9] as bigint)).toBe(true);
  });

  it('get no more together than the market takes: the others wait for it', async () => {
    const orders = [];
    for (let n = 0; n < 4; n++) orders.push(await paid('0.15', { from_quantity: 0.15 }));
    await confirm();
    expect(await Promise.all(orders.map((order) => world.status(order)))).toEqual([3, 3, 2, 2]);
    world.told = { BTC: { ladder: { ...STEEP, bids: STEEP.asks } } };
    await exchangeAll(orders);
  });

  it('are priced one behind the other when they are resolved, and noted then', async () => {
    const wish = { exchange_mode: 'fixed', on_mismatch: 'exchange' } as const;
    const orders = [await paid('0.04', wish), await paid('0.04', wish)];
    const [first, second] = (await exchangeAll(orders)) as [bigint, bigint];
    expect(first > second).toBe(true);
    expect(noted.map(({ from }) => from)).toEqual(['BTC', 'BTC']);
  });

  it('are not noted where they could not be written', async () => {
    const [good, bad] = [await paid('0.02'), await paid('0.03')];
    await world.database.query(`
      CREATE FUNCTION fail_it() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'as the test wants'; END $$;
      CREATE TRIGGER fail_it BEFORE UPDATE ON orders FOR EACH ROW
        WHEN (NEW.id = ${bad.id} AND NEW.received_units > 0) EXECUTE FUNCTION fail_it()`);
    await confirm();
    expect([await world.status(good), await world.status(bad)]).toEqual([3, 2]);
    expect(noted).toHaveLength(1);
    await world.database.query('DROP TRIGGER fail_it ON orders; DROP FUNCTION fail_it()');
    await exchangeAll([bad]);
    expect(noted).toHaveLength(2);
  });

  it('at fixed prices are noted too, and who is exchanged with them is priced behind them', async () => {
    const [alone] = await exchangeAll([await paid('0.05')]);
    noted.splice(0);
    const fixed = await paid('0.05', { exchange_mode: 'fixed' });
    const [, behind] = await exchangeAll([fixed, await paid('0.05')]);
    expect(noted).toHaveLength(2);
    expect((behind as bigint) < (alone as bigint)).toBe(true);
  });
});
