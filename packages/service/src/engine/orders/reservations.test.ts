import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '../../access/caller.ts';
import { payFromFaucet } from '../../chains/sim/test-networks.ts';
import { cancelOrder } from '../../orders/cancel.ts';
import type { Order } from '../../orders/order.ts';
import { resolveOrder } from '../../orders/resolve.ts';
import { wrongReservations } from '../../orders/wrong-reservations.ts';
import { MINED_GRACE_S } from '../../pricing/fixed-wait.ts';
import { Refusal } from '../../refusal.ts';
import { wrongsOf } from '../testing/books.ts';
import { ANYONE, openWorld, RECEIVER, REFUND, type Wish, type World } from '../testing/world.ts';

/** 100 BTC are in the treasury; at 100,000 USDT for BTC and 4,000 for ETH, 25 ETH are 1 BTC. */
let world: World;
beforeAll(async () => {
  world = await openWorld();
  // What is worth so much would have to wait for more blocks than these tests are about.
  // And callers without a key may have all of the caps: of their share is keyless.test.ts.
  world.settings = { ...world.settings, deep_from_usdt: 0, fixed_keyless_pct: 100 };
  world.isForgetful = true;
});
beforeEach(async () => expect(await freeBtc()).toBe(100));
afterEach(async () => {
  expect(await wrongsOf(world)).toEqual([]);
  expect(await wrongReservations(world.database)).toEqual([]);
});
afterAll(() => world.close());

const toBtc = (eth: number, wish: Wish = {}) =>
  world.place({
    exchange_mode: 'fixed',
    from_chain: 'Ethereum',
    from_abbr: 'ETH',
    from_quantity: eth,
    to_address: [{ to_chain: 'Bitcoin', to_abbr: 'BTC', to_address: RECEIVER.Bitcoin }],
    refund_address: REFUND.Ethereum,
    ...wish,
  });

/** What a quote may offer, in whole BTC. */
async function freeBtc(): Promise<number> {
  const { rows } = await world.database.query<{ btc: number }>(
    `SELECT floor((t.units - p.units) / 1e8)::int AS btc FROM promised p JOIN treasury_units t USING (asset_id)
      WHERE asset_id = $1`,
    [world.asset('Bitcoin/BTC').id],
  );
  return rows[0]?.btc ?? 0;
}

/** Sends to the treasury what it has paid out. */
async function refill(): Promise<void> {
  const { network, treasury } = world.network('Bitcoin');
  const { id: assetId } = world.asset('Bitcoin/BTC');
  const [row] = await world.rows<{ units: string }>(
    'SELECT (10000000000 - units)::text AS units FROM treasury_units WHERE asset_id = $1',
    [assetId],
  );
  await payFromFaucet(network, { address: treasury, assetId, units: BigInt(row?.units ?? 0) });
  await world.pass(3);
}

const refusals = (outcomes: PromiseSettledResult<Order>[]) =>
  outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as Refusal] : []));
const placed = (outcomes: PromiseSettledResult<Order>[]) =>
  outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));

describe('what fixed orders promise', () => {
  it('is never more than the treasury has: of 60 at once for 5.5 BTC each, 18 are placed and all 18 paid', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 60 }, () => toBtc(137.5)));
    const orders = placed(outcomes);
    expect(orders.length).toBe(18);
    for (const refusal of refusals(outcomes)) {
      expect(refusal).toBeInstanceOf(Refusal);
      expect(refusal.message).toBe('from quantity too large');
      expect(refusal.data).toMatchObject({ max_from_quantity: '25' });
    }
    expect(await freeBtc()).toBe(1);
    // What is left can still be had, to the unit.
    const last = await toBtc(25);
    await expect(toBtc(0.1)).rejects.toThrow('from quantity too large');
    for (const order of [...orders, last]) await world.pay(order);
    await world.settle();
    await world.settle();
    expect(await Promise.all([...orders, last].map((order) => world.status(order)))).toEqual(
      Array(19).fill(4),
    );
    await refill();
  });

  it('is not quoted to others, float or fixed, and free again when the order is cancelled', async () => {
    const order = await toBtc(200);
    expect(await freeBtc()).toBe(92);
    const float = await world.place({
      from_chain: 'Ethereum',
      from_abbr: 'ETH',
      from_quantity: 1,
      to_address: [{ to_chain: 'Bitcoin', to_abbr: 'BTC', to_address: RECEIVER.Bitcoin }],
    });
    expect(await freeBtc()).toBe(92);
    const takenBack: number[] = [];
    const cancel = async (each: Order) =>
      cancelOrder(world.database, await world.order(each), world.now, ({ id }) => void takenBack.push(id));
    await cancel(order);
    expect(await freeBtc()).toBe(100);
    // Nor does it count for prices any more, once; a float one never did.
    for (const each of [order, float]) await cancel(each);
    expect(takenBack).toEqual([order.id]);
  });

  it('is free two minutes after the end if nothing was seen, once its chain is known so far', async () => {
    const order = await toBtc(200);
    world.now = order.expiresAt + 120;
    await world.pass(1);
    expect([await world.status(order), await freeBtc()]).toEqual([8, 92]);
    world.now += 6;
    await world.round(['Bitcoin']);
    expect(await freeBtc()).toBe(92);
    await world.pass(1);
    expect([await world.status(order), await freeBtc()]).toEqual([8, 100]);
  });

  it('stays reserved past the end for a transfer that was seen, as long as a block may still take it, and no longer', async () => {
    const order = await toBtc(200);
    const txid = await world.pay(order);
    await world.round();
    world.now = order.expiresAt + MINED_GRACE_S;
    await world.round();
    await world.round();
    expect([await world.status(order), await freeBtc()]).toEqual([2, 92]);
    world.now += 6;
    await world.round();
    await world.round();
    expect([await world.status(order), await freeBtc()]).toEqual([2, 100]);
    await world.network('Ethereum').network.drop(txid);
    await world.round();
  });

  it('is kept where a transfer turns up late that was in a block in time, if the treasury can', async () => {
    const order = await toBtc(200);
    world.now = order.expiresAt + 126;
    await world.round();
    await world.round();
    expect([await world.status(order), await freeBtc()]).toEqual([8, 100]);
    await world.pay(order);
    await world.network('Ethereum').network.mine(order.expiresAt - 1);
    await world.settle();
    expect([await world.status(order), (await world.shown(order)).children[0]?.volume]).toEqual([
      4,
      (await world.shown(order)).children[0]?.volume_origin,
    ]);
    await refill();
  });

  it('is free when the order freezes because more came', async () => {
    const order = await toBtc(200);
    await world.pay(order, '210');
    await world.settle();
    expect([await world.status(order), await freeBtc()]).toEqual([7, 100]);
  });

  it('stays reserved where less came, as long as the rest can still come in time, and no longer', async () => {
    const order = await toBtc(200);
    await world.pay(order, '190');
    await world.settle();
    expect([await world.status(order), await freeBtc()]).toEqual([7, 92]);
    expect(await wrongReservations(world.database)).toEqual([]);
    world.now = order.expiresAt + MINED_GRACE_S + 1;
    await world.round();
    await world.round();
    expect([await world.status(order), await freeBtc()]).toEqual([7, 100]);
  });

  it('is free where less came when its client decides', async () => {
    const order = await toBtc(200, { refund_address: REFUND.Ethereum });
    await world.pay(order, '190');
    await world.settle();
    expect([await world.status(order), await freeBtc()]).toEqual([7, 92]);
    const refund = { action: 'refund' } as const;
    await resolveOrder(world.database, await world.order(order), refund, world.market(), 'test');
    await world.settle();
    expect([await world.status(order), await freeBtc()]).toEqual([5, 100]);
  });

  it('is not taken by float orders, and paid from by the order itself', async () => {
    const float = await world.place({
      from_chain: 'Ethereum',
      from_abbr: 'ETH',
      from_quantity: 200,
      to_address: [{ to_chain: 'Bitcoin', to_abbr: 'BTC', to_address: RECEIVER.Bitcoin }],
      refund_address: REFUND.Ethereum,
    });
    const { settings } = world;
    world.settings = { ...settings, fixed_lifetime_s: 3_600 };
    const orders = [];
    for (let n = 0; n < 12; n++) orders.push(await toBtc(200));
    world.settings = settings;
    await world.pay(float);
    await world.settle();
    // What is promised may be free again soon: it waits a while for that.
    expect(await world.status(float)).toBe(2);
    world.now += 601;
    await world.round();
    expect([await world.status(float), await world.freezeReason(float)]).toEqual([7, 'LIMIT']);
    for (const order of orders) await world.pay(order);
    await world.settle();
    await world.settle();
    expect(await Promise.all(orders.map((order) => world.status(order)))).toEqual(Array(12).fill(4));
    await refill();
  });

  it('is free in time for a float order that was paid meanwhile', async () => {
    const float = await world.place({
      from_chain: 'Ethereum',
      from_abbr: 'ETH',
      from_quantity: 200,
      to_address: [{ to_chain: 'Bitcoin', to_abbr: 'BTC', to_address: RECEIVER.Bitcoin }],
    });
    const unpaid: Order[] = [];
    for (let n = 0; n < 12; n++) unpaid.push(await toBtc(200));
    await world.pay(float);
    await world.settle();
    expect(await world.status(float)).toBe(2);
    for (const order of unpaid) await cancelOrder(world.database, await world.order(order), world.now);
    await world.settle();
    expect(await world.status(float)).toBe(4);
    await refill();
  });

  it('stays reserved for a deposit that was mined in time while no engine was running', async () => {
    const order = await toBtc(200);
    await world.pay(order);
    await world.mine(1, 'Ethereum');
    world.now = order.expiresAt + MINED_GRACE_S + 9_999;
    await world.round();
    expect(await freeBtc()).toBe(92);
    await world.settle();
    expect(await world.status(order)).toBe(4);
    await refill();
  });
});

describe('open fixed value', () => {
  const caller = (scope: string): Caller => ({ ...ANYONE, scope, accountScope: scope, isLimited: true });

  it('of a caller is capped at 50,000 USDT, also if all comes at once', async () => {
    const wish = { caller: caller('ip:192.0.2.1') };
    // 3 ETH are 12,000 USDT.
    const outcomes = await Promise.allSettled(Array.from({ length: 9 }, () => toBtc(3, wish)));
    expect(placed(outcomes).length).toBe(4);
    for (const refusal of refusals(outcomes)) {
      expect(refusal.message).toBe('from quantity too large');
      expect(refusal.data).toMatchObject({ max_from_quantity: '0.5' });
    }
    const [first] = placed(outcomes) as [Order];
    await cancelOrder(world.database, first, world.now);
    for (const order of [...placed(outcomes).slice(1), await toBtc(3, wish)])
      await cancelOrder(world.database, order, world.now);
  });

  it('in an asset is at most half of what there is of it, so that float goes on; all of it in open mode', async () => {
    const { settings } = world;
    const none = { fixed_open_per_caller_usdt: 0, fixed_open_per_asset_usdt: 0, fixed_open_usdt: 0 };
    world.settings = { ...settings, ...none };
    const wish = { caller: caller('ip:192.0.2.3') };
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => toBtc(200, wish)));
    expect(placed(outcomes).length).toBe(6);
    for (const refusal of refusals(outcomes)) {
      expect(refusal.message).toBe('from quantity too large');
      expect(refusal.data).toMatchObject({ max_from_quantity: '50' });
    }
    await expect(toBtc(50.1, wish)).rejects.toThrow('from quantity too large');
    const float = await toBtc(200, { ...wish, exchange_mode: 'float' });
    for (const order of [...placed(outcomes), await toBtc(50, wish), float, await toBtc(200)])
      await cancelOrder(world.database, order, world.now);
    world.settings = settings;
  });

  it('in all is capped, also if all comes at once in several assets; then fixed is busy and float goes on', async () => {
    const { settings } = world;
    // 3 ETH and 0.12 BTC are 12,000 USDT.
    world.settings = { ...settings, fixed_open_usdt: 50_000 };
    const wishes = Array.from({ length: 8 }, (_, n) => ({ caller: caller(`ip:192.0.2.${n}`) }));
    const toEth = (wish: Wish) => world.place({ exchange_mode: 'fixed', from_quantity: 0.12, ...wish });
    const outcomes = await Promise.allSettled(
      wishes.map((wish, n) => (n % 2 === 0 ? toBtc(3, wish) : toEth(wish))),
    );
    expect(placed(outcomes).length).toBe(4);
    for (const refusal of refusals(outcomes)) expect(refusal.message).toBe('from quantity too large');
    const [some] = wishes as [Wish];
    await expect(toBtc(3, some)).rejects.toMatchObject({ data: { max_from_quantity: '0.5' } });
    const last = await toBtc(0.5, some);
    await expect(toBtc(0.1, some)).rejects.toThrow('server is busy');
    await expect(toEth(some)).rejects.toThrow('server is busy');
    const float = await toBtc(3, { ...some, exchange_mode: 'float' });
    for (const order of [...placed(outcomes), last, float, await toBtc(3)])
      await cancelOrder(world.database, order, world.now);
    // So it is for a caller who has used up their own.
    const own = [];
    world.settings = { ...settings, fixed_open_per_caller_usdt: 12_000 };
    own.push(await toBtc(3, some));
    await expect(toBtc(0.1, some)).rejects.toThrow('server is busy');
    own.push(await toBtc(0.1, { ...some, exchange_mode: 'float' }));
    for (const order of own) await cancelOrder(world.database, order, world.now);
    world.settings = settings;
  });

  it('in all is not passed by two nodes at once, whatever their accounts and assets', async () => {
    const [btc, eth] = [world.asset('Bitcoin/BTC').id, world.asset('Ethereum/ETH').id];
    const { id } = await world.place({ from_quantity: 0.1 });
    const reserve = (assetId: number) => ({
      text: `WITH fits AS MATERIALIZED (SELECT reserve($1))
             INSERT INTO reservation (order_id, asset_id, units, value, until) SELECT $2, $3, 1, 30000, 0 FROM fits`,
      values: [
        JSON.stringify([{ asset_id: assetId, units: 1, value: 30_000, most_in_all: 50_000 }]),
        id,
        assetId,
      ],
    });
    const client = await world.database.connect();
    await client.query('BEGIN');
    await client.query(reserve(btc));
    const outcomes: string[] = [];
    const second = world.database.query(reserve(eth)).then(
      () => outcomes.push('fits'),
      (error: { constraint: string }) => outcomes.push(error.constraint),
    );
    const waiting = `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
                        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
    while (outcomes.length === 0 && (await world.rows(waiting)).length === 0);
    await client.query('COMMIT');
    client.release();
    await second;
    await world.rows('DELETE FROM reservation WHERE order_id = $1', [id]);
    expect(outcomes).toEqual(['reservation_fits']);
  });

  it('in an asset is capped at 500,000 USDT, and quotes say so; nobody is capped in open mode', async () => {
    const orders: Order[] = [];
    for (let n = 0; n < 10; n++) orders.push(await toBtc(12.25, { caller: caller(`ip:192.0.2.${n}`) }));
    const refused = await toBtc(12.25, { caller: caller('ip:192.0.2.99') }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ message: 'from quantity too large', data: { max_from_quantity: '2.5' } });
    orders.push(await toBtc(200));
    for (const order of orders) await cancelOrder(world.database, order, world.now);
  });
});
