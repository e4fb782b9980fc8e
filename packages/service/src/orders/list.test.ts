import { Decimal, ORDER_STATUSES } from '@swapdesk/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { volume } from '../../../../test/support/volume.ts';
import type { Account } from '../access/directory.ts';
import { Refusal } from '../refusal.ts';
import { foldDeltas } from '../rolls/fold.ts';
import { insertOrders } from './insert-orders.ts';
import { listOrders, type OrderListRequest } from './list.ts';
import type { Order } from './order.ts';
import { orderFinder } from './query.ts';
import { plainOrder, termsAt } from './testing/new-orders.ts';

const NOW = 1_700_000_000;
const SIZE = 1_000;
const ACCOUNT: Account = {
  id: 0,
  name: 'anonymous',
  ordersRollId: 0,
  referralRollId: 1,
  fees: { float: null, fixed: null },
};

let store: TestDatabase;
/** What the list must show: every order's position is its place here. */
const all: { no: string; queryCode: string; createdAt: number; status: number }[] = [];

/** Changes an order's status the way the engine does: with its tallies, in one transaction. */
async function move(position: number, status: number): Promise<void> {
  const order = all[position] as (typeof all)[number];
  await store.database.query(
    `WITH moved AS (UPDATE orders SET status = $3 WHERE account_id = 0 AND position = $1)
     INSERT INTO roll_delta (roll_id, facet, position, members) VALUES (0, $2, $1, -1), (0, $3, $1, 1)`,
    [position, order.status, status],
  );
  order.status = status;
}

beforeAll(async () => {
  store = await createTestDatabase();
  const request = {
    exchange_mode: 'fixed' as const,
    from_chain: 'Bitcoin',
    from_abbr: 'BTC',
    from_quantity: Decimal.parse('0.05') as Decimal,
    to_address: [{ to_chain: 'Ethereum', to_abbr: 'ETH' }],
  };
  const terms = await termsAt(NOW, store.database, request);
  for (let batch = 0; all.length < SIZE; batch++) {
    const orders = Array.from({ length: 40 }, (_, n) => plainOrder(terms, batch * 40 + n + 1));
    const stored = await insertOrders(store.database, orders, NOW + Math.floor(batch / 2) * 10);
    orders.forEach(({ no, queryCode }, n) => {
      all.push({ no, queryCode, createdAt: stored[n]?.createdAt ?? 0, status: 1 });
    });
    if (batch % 4 === 0) await foldDeltas(store.database);
  }
  for (let n = 0; n < 400; n++)
    await move((n * 7_919) % SIZE, ORDER_STATUSES[(n * 31) % ORDER_STATUSES.length] ?? 1);
});
afterAll(() => store.drop());

/** The same page, found by looking at every order. */
function expected(request: OrderListRequest): { nos: string[]; total: number } {
  const { createdStart, createdEnd, facet, newestFirst, page, pageSize } = request;
  const matching = all.filter(
    ({ createdAt, status }) =>
      (createdStart === null || createdAt >= createdStart) &&
      (createdEnd === null || createdAt < createdEnd) &&
      (facet === null || status === facet),
  );
  if (newestFirst) matching.reverse();
  const shown = matching.slice((page - 1) * pageSize, page * pageSize);
  return { nos: shown.map(({ no }) => no), total: matching.length };
}

const time = fc.option(
  fc.oneof(
    fc.integer({ min: NOW - 20, max: NOW + 150 }),
    fc.constantFrom(-1, 0, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER),
  ),
  { nil: null },
);
const request = fc.record({
  createdStart: time,
  createdEnd: time,
  facet: fc.option(fc.constantFrom(...ORDER_STATUSES), { nil: null }),
  newestFirst: fc.boolean(),
  page: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.constantFrom(1, 100, Number.MAX_SAFE_INTEGER)),
  pageSize: fc.oneof(fc.integer({ min: 1, max: 100 }), fc.constantFrom(1, 100)),
});

async function checkPages(runs: number): Promise<void> {
  const property = fc.asyncProperty(request, async (asked) => {
    const { orders, total } = await listOrders(store.database, ACCOUNT, asked);
    expect({ nos: orders.map(({ no }) => no), total }).toEqual(expected(asked));
  });
  await fc.assert(property, { numRuns: runs });
}

describe('a list of orders', () => {
  it('is what looking at every order gives: page, order and total, for any filter', () =>
    checkPages(volume(60, 400)));

  it('is the same after the tallies are folded', async () => {
    while ((await foldDeltas(store.database)) > 0);
    await checkPages(volume(30, 200));
  });

  it('pages through everything once, without gaps, by status too', async () => {
    for (const facet of [null, 1, 4]) {
      const seen: string[] = [];
      for (let page = 1; ; page++) {
        const asked = { createdStart: null, createdEnd: null, facet, newestFirst: true, page, pageSize: 100 };
        const { orders } = await listOrders(store.database, ACCOUNT, asked);
        if (orders.length === 0) break;
        seen.push(...orders.map(({ no }) => no));
      }
      const matching = all.filter(({ status }) => facet === null || status === facet).map(({ no }) => no);
      expect(seen).toEqual(matching.reverse());
    }
  });

  it('of an account without orders is empty', async () => {
    const asked = {
      createdStart: null,
      createdEnd: null,
      facet: null,
      newestFirst: true,
      page: 1,
      pageSize: 10,
    };
    const nobody = { ...ACCOUNT, id: 77, ordersRollId: 1 };
    expect(await listOrders(store.database, nobody, asked)).toEqual({ orders: [], total: 0 });
    expect(await listOrders(store.database, nobody, { ...asked, facet: 1 })).toEqual({
      orders: [],
      total: 0,
    });
  });
});

describe('a query', () => {
  it('finds an order by its code, in any case, with or without dashes', async () => {
    const find = orderFinder(store.database);
    const { queryCode, no } = all[5] as (typeof all)[number];
    const spelled = [queryCode, queryCode.toLowerCase(), ` ${queryCode.slice(0, 4)}-${queryCode.slice(4)} `];
    for (const code of spelled) expect((await find(code)).no).toBe(no);
  });

  it('gives each of many that come at once its own order', async () => {
    const find = orderFinder(store.database);
    const found = await Promise.all(all.slice(0, 300).map(({ queryCode }) => find(queryCode)));
    expect(found.map((order: Order) => order.no)).toEqual(all.slice(0, 300).map(({ no }) => no));
  });

  it('finds nothing under a code that no order has, beside others that do', async () => {
    const find = orderFinder(store.database);
    const { queryCode } = all[0] as (typeof all)[number];
    const codes = [queryCode, 'ZZZZZZZZZZZZ', '', '%', `${queryCode}A`, queryCode.slice(1), "' OR '1'='1"];
    const outcomes = await Promise.allSettled(codes.map((code) => find(code)));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', ...Array(6).fill('rejected')]);
    for (const outcome of outcomes.slice(1)) {
      expect((outcome as PromiseRejectedResult).reason).toEqual(new Refusal('order not found'));
    }
  });
});
