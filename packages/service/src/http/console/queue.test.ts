import { QueueResponse } from '@swapdesk/contract';
import { Check } from 'typebox/value';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openWorld, RECEIVER, REFUND, type World } from '../../engine/testing/world.ts';
import { examine } from '../../observe/doctor.ts';
import type { Finding } from '../../observe/finding.ts';
import { cancelOrder } from '../../orders/cancel.ts';
import type { Order } from '../../orders/order.ts';
import { resolveOrder } from '../../orders/resolve.ts';
import { loadRates } from '../../pricing/read-rates.ts';
import { QUEUE_ENDPOINTS } from './queue.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.pricedAt = null;
  world.told = {};
  await world.rows("UPDATE orders SET resolution = 'refund' WHERE status = 7");
});

/** Says prices to the store as well, where doctor looks. */
async function priced(at: number, jumped: string | null = null): Promise<void> {
  world.pricedAt = at;
  await world.rows('DELETE FROM price');
  await world.rows(
    `INSERT INTO price (abbr, price, at, source, changed_at, anchor_price, anchor_at, stop, pending_price, pending_first,
                        pending_at, pending_since, pending_source)
     SELECT t.abbr, t.price, $2, 'test', $2, t.price, $2, CASE WHEN abbr = $3 THEN 'jump' END,
            j.price, j.price, j.at, j.at, j.source
       FROM json_to_recordset($1) AS t (abbr text, price numeric)
       LEFT JOIN (SELECT $3::text AS abbr, 1 AS price, $2::bigint AS at, 'test' AS source) AS j USING (abbr)`,
    [JSON.stringify(Object.entries(world.prices).map(([abbr, price]) => ({ abbr, price }))), at, jumped],
  );
}

/** Paid after it was cancelled, and to be exchanged since now, by whoever placed it. */
async function decided(action: 'exchange' | 'refund' = 'exchange'): Promise<Order> {
  const order = await world.place({ refund_address: REFUND.Bitcoin });
  await cancelOrder(world.database, order, world.now);
  await world.pay(order);
  await world.pass(4);
  await resolveOrder(world.database, await world.order(order), { action }, world.market(), 'test');
  return order;
}

async function queued(): Promise<unknown[]> {
  return (await whole()).orders;
}

async function whole(): Promise<{
  orders: unknown[];
  deposits: { amount: unknown; is_too_little: boolean }[];
}> {
  const market = { ...world.market(), rates: await loadRates(world.database) };
  const services = { market: () => market, database: world.database };
  const answer = await QUEUE_ENDPOINTS[0]!.handle(services as never, {} as never);
  const { data } = answer as { data: Awaited<ReturnType<typeof whole>> };
  expect(Check(QueueResponse, { code: 0, msg: '', ...answer })).toBe(true);
  return data;
}

async function foundOf({ no }: Order): Promise<Finding | undefined> {
  const { database, chains, now, catalogue } = { ...world, ...world.market() };
  const findings = await examine({ database, catalogue, chains, aheadMs: 0, now });
  expect(findings.some(({ what }) => what === 'orders: decided')).toBe(findings.every(isOfNoDecided));
  return findings.find(({ order, what }) => order === no && what.includes('waits for a price'));
}
const isOfNoDecided = ({ what }: Finding) => !what.includes('waits for a price');

describe('an order that is to be exchanged at prices of after that was decided', () => {
  it('is named with the coins that it waits for, once it has waited for more than a minute', async () => {
    const order = await decided();
    const decidedAt = world.now;
    await priced(decidedAt);
    world.now = decidedAt + 60;
    await world.round();
    expect([await world.status(order), await queued(), await foundOf(order)]).toEqual([7, [], undefined]);
    world.now += 1;
    await world.round();
    expect(await queued()).toEqual([
      {
        order: order.no,
        chain: 'Bitcoin',
        abbr: 'BTC',
        amount: '0.05',
        since: decidedAt,
        awaits: [
          { abbr: 'BTC', why: 'before' },
          { abbr: 'ETH', why: 'before' },
        ],
      },
    ]);
    const found = await foundOf(order);
    expect(found).toMatchObject({ isWell: false, page: '/queue?show=decided' });
    expect(found?.facts).toContain('that 0.05 BTC be exchanged was decided 61 s ago');
    expect(found?.facts).toContain('BTC has no price of after that, ETH has no price of after that');
    expect(found?.advice).toContain('npx swapdesk price list');
    expect(found?.advice).toContain(`npx swapdesk order resolve ${order.no} refund`);
    await priced(world.now);
    expect([await queued(), await foundOf(order)]).toEqual([[], undefined]);
    await world.round();
    expect(await world.status(order)).toBe(3);
  });

  it('is named with what has jumped, and what confirms it', async () => {
    const order = await decided();
    world.now += 90;
    await priced(world.now, 'ETH');
    expect(await queued()).toMatchObject([{ order: order.no, awaits: [{ abbr: 'ETH', why: 'jump' }] }]);
    const found = await foundOf(order);
    expect(found?.facts).toContain('ETH has jumped, and nobody has confirmed it');
    expect(found?.advice).toContain('npx swapdesk price confirm ETH');
    await world.rows("UPDATE price SET fixed_stop = 'jump' WHERE abbr = 'BTC'");
    expect(await queued()).toMatchObject([{ awaits: [{ abbr: 'BTC', why: 'venues' }, { abbr: 'ETH' }] }]);
  });

  it('is named where there was such a price, and none counts any more; or none at all', async () => {
    const order = await decided();
    await priced(world.now + 1);
    world.now += 1_000;
    expect(await queued()).toMatchObject([
      { order: order.no, awaits: [{ why: 'stopped' }, { why: 'stopped' }] },
    ]);
    await world.rows("DELETE FROM price WHERE abbr = 'ETH'");
    expect(await queued()).toMatchObject([{ awaits: [{ why: 'stopped' }, { abbr: 'ETH', why: 'none' }] }]);
  });

  it('is not named if it is to be given back, or nothing is there to exchange', async () => {
    await decided('refund');
    const order = await decided();
    await world.rows("UPDATE deposit SET state = 'mined' WHERE order_id = $1", [order.id]);
    world.now += 90;
    await priced(world.now - 90);
    expect([await queued(), await foundOf(order)]).toEqual([[], undefined]);
    await world.rows("UPDATE deposit SET state = 'confirmed' WHERE order_id = $1", [order.id]);
    expect(await queued()).toMatchObject([{ order: order.no }]);
  });
});

describe('surplus', () => {
  it('is said to be too little where it is not worth its network fee, as prices of now are', async () => {
    const order = await world.place({
      from_chain: 'Ethereum',
      from_abbr: 'ETH',
      from_quantity: 1,
      to_address: [{ to_chain: 'Bitcoin', to_abbr: 'BTC', to_address: RECEIVER.Bitcoin }],
    });
    for (const amount of ['500', '1.1']) await world.pay(order, amount, 'Ethereum/USDT');
    await world.settle();
    await priced(world.now);
    const seen = async () =>
      (await whole()).deposits.map((each) => [String(each.amount), each.is_too_little]);
    expect(await seen()).toEqual([
      ['500', false],
      ['1.1', true],
    ]);
    // By an older one nothing is called so: fees may fall.
    world.now += 1_000;
    expect(await seen()).toEqual([
      ['500', false],
      ['1.1', false],
    ]);
  });
});
