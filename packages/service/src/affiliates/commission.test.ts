import { afterAll, beforeAll, expect, it } from 'vitest';
import { ANYONE, openWorld, REFUND, type World } from '../engine/testing/world.ts';
import { parseFixed } from '../money/fixed.ts';
import { foldDeltas } from '../rolls/fold.ts';
import { listReferralOrders } from './list.ts';
import { findRefCode } from './ref-code.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await world.rows('INSERT INTO roll (id) VALUES (20), (21), (22)');
  await world.rows(
    `INSERT INTO account (id, name, orders_roll_id, referral_roll_id, created_at) VALUES (5, 'affiliate', 20, 21, 0)`,
  );
  await world.rows(
    `INSERT INTO ref_code (code, account_id, commission_ppm, roll_id, created_at) VALUES ('ref', 5, 200000, 22, 0)`,
  );
});
afterAll(() => world.close());

const affiliate = {
  id: 5,
  name: 'affiliate',
  ordersRollId: 20,
  referralRollId: 21,
  fees: { float: null, fixed: null },
};
const list = async (byCode: boolean) =>
  listReferralOrders(
    world.database,
    world.market().catalogue,
    { account: affiliate, code: byCode ? await findRefCode(world.database, 'ref') : null },
    { facet: null, createdStart: null, createdEnd: null, newestFirst: true, page: 1, pageSize: 10 },
  );

it('the affiliate earns their share of the service fee when the order is completed, not before', async () => {
  const order = await world.place({ refCode: 'ref' });
  await world.pay(order);
  await world.mine(2, 'Bitcoin');
  await world.round();
  await world.round();
  expect(await list(false)).toMatchObject({ total: 1, totalCommission: '0', orders: [{ commission: '0' }] });
  await world.settle();
  expect(await world.status(order)).toBe(4);
  // 5,000 USDT × 0.5 % × 20 %
  for (const byCode of [false, true]) {
    expect(await list(byCode)).toMatchObject({
      total: 1,
      totalCommission: '5',
      orders: [{ commission: '5', status: 4, order_no: order.no, settle_status: 1 }],
    });
  }
  await foldDeltas(world.database);
  expect(await list(true)).toMatchObject({ total: 1, totalCommission: '5' });
});

it('an order that is refunded earns nothing, and shows as abandoned', async () => {
  const order = await world.place({
    refCode: 'ref',
    exchange_mode: 'fixed',
    on_mismatch: 'refund',
    refund_address: REFUND.Bitcoin,
  });
  await world.pay(order, '0.01');
  await world.settle();
  expect(await world.status(order)).toBe(5);
  const { orders, totalCommission } = await list(false);
  expect(orders.find(({ order_no }) => order_no === order.no)).toMatchObject({ commission: '0', status: 9 });
  expect(totalCommission).toBe('5');
});

it('a reorganisation of the payment neither takes the commission back nor gives it twice', async () => {
  const order = await world.place({ refCode: 'ref' });
  await world.pay(order);
  await world.settle();
  await world.network('Ethereum').network.reorganize(5, world.now);
  await world.settle();
  expect(await world.status(order)).toBe(4);
  expect((await list(false)).totalCommission).toBe('10');
});

it('the list says when the order last changed, at every change that it shows', async () => {
  const order = await world.place({ refCode: 'ref' });
  const shown = async () => {
    const { orders } = await list(false);
    const found = orders.find(({ order_no }) => order_no === order.no);
    return { status: found?.status, updated_at: found?.updated_at };
  };
  const seen = [await shown()];
  await world.pay(order);
  for (let round = 0; round < 20 && seen.at(-1)?.status !== 4; round++) {
    world.now += 7;
    await world.mine(1, 'Bitcoin');
    await world.mine(1, 'Ethereum');
    await world.round();
    const now = await shown();
    if (now.status !== seen.at(-1)?.status) expect(now.updated_at).toBe(world.now);
    seen.push(now);
  }
  expect([...new Set(seen.map(({ status }) => status))]).toEqual([1, 2, 3, 4]);
  expect(new Set(seen.map(({ updated_at }) => updated_at)).size).toBe(4);
});

/** As the affiliate places it, with so many millionths on top. */
const withMarkup = (ppm: number, wish: object = {}) =>
  world.place({
    caller: {
      ...ANYONE,
      account: { ...affiliate, fees: { ...affiliate.fees, markup: { ppm, accountId: affiliate.id } } },
    },
    ...wish,
  });

it('what the affiliate puts on top is theirs whole, beside their share of the fee, exactly', async () => {
  const before = parseFixed((await list(false)).totalCommission);
  // Amounts of many digits, so that something is rounded everywhere.
  const wishes = [
    { markup: 10_000, from_quantity: 0.05, refCode: 'ref' },
    { markup: 12_345, from_quantity: 0.05123457 },
    { markup: 99_999, from_quantity: 0.04999999, exchange_mode: 'fixed', refCode: 'ref' },
  ];
  const placed = [];
  for (const { markup, ...wish } of wishes) {
    const order = await withMarkup(markup, wish);
    await world.pay(order);
    placed.push(order);
  }
  await world.settle();
  const rows = await world.rows<{ fee: string; markup: string; price: string; units: string; ppm: number }>(
    `SELECT fee_units::text AS fee, markup_units::text AS markup, price::text AS price, units::text AS units, commission_ppm AS ppm
       FROM order_entry e JOIN referral_order r USING (order_id) WHERE order_id = ANY ($1) ORDER BY order_id`,
    [placed.map(({ id }) => id)],
  );
  const earned = rows.map(({ fee, markup, price, ppm }) => {
    const [all, mine] = [BigInt(fee), BigInt(markup)];
    const worth = ((all - mine) * BigInt(ppm) + mine * 1_000_000n) * parseFixed(price);
    return (worth / 10n ** 34n) * 10n ** 10n;
  });
  const { orders, totalCommission } = await list(false);
  const listed = placed.map(({ no }) => orders.find(({ order_no }) => order_no === no));
  expect(listed.map((each) => parseFixed(each?.commission as string))).toEqual(earned);
  expect(listed.map((each) => [each?.ref_code, each?.commission_rate, each?.markup])).toEqual([
    ['ref', '0.2', '0.01'],
    ['', '0', '0.012345'],
    ['ref', '0.2', '0.099999'],
  ]);
  // 5,000 USDT × (0.5 % × 20 % + 1 %)
  expect(listed[0]?.commission).toBe('55');
  expect(parseFixed(totalCommission) - before).toBe(earned.reduce((sum, each) => sum + each, 0n));
  // What was promised is what was paid, and all of it was told to be an affiliate's.
  expect(rows[2]?.units).toBe(String(placed[2]?.entries[0]?.units));
  expect((await list(true)).orders.some(({ ref_code }) => ref_code === '')).toBe(false);
});

it('a markup beside a code of another account leaves that nothing', async () => {
  await world.rows('INSERT INTO roll (id) VALUES (30), (31), (32)');
  await world.rows(
    `INSERT INTO account (id, name, orders_roll_id, referral_roll_id, created_at) VALUES (6, 'another', 30, 31, 0)`,
  );
  await world.rows(
    `INSERT INTO ref_code (code, account_id, commission_ppm, roll_id, created_at) VALUES ('other', 6, 500000, 32, 0)`,
  );
  const order = await withMarkup(10_000, { refCode: 'other' });
  expect(
    await world.rows(
      'SELECT account_id, code_id, code, commission_ppm FROM referral_order WHERE order_id = $1',
      [order.id],
    ),
  ).toEqual([{ account_id: 5, code_id: null, code: '', commission_ppm: 0 }]);
});
