import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { browseOrders, type OrderFilter, type OrderPlace, readPlace, writePlace } from './browse-orders.ts';

/** Pages of all accounts' orders, against the same list made in memory. */

interface Stored {
  readonly id: number;
  readonly account_id: number;
  readonly position: number;
  readonly created_at: number;
  readonly status: number;
  readonly asset_id: number;
  readonly to: number;
}

const ACCOUNTS = ['anonymous', 'account 1', 'account 2'];
const STATUSES = [1, 4, 7];
const ORDERS = 300;

let store: TestDatabase;
let newestFirst: Stored[];

beforeAll(async () => {
  store = await createTestDatabase();
  const { database } = store;
  for (const id of [1, 2]) {
    const rolls = await database.query(
      'INSERT INTO roll (length) SELECT 0 FROM generate_series(1, 2) RETURNING id',
    );
    const [first, second] = rolls.rows.map((row) => row.id);
    await database.query(
      `INSERT INTO account (id, name, orders_roll_id, referral_roll_id, created_at) VALUES ($1, $2, $3, $4, 0)`,
      [id, `account ${id}`, first, second],
    );
  }
  // Many in the same second, spread over accounts, statuses and assets.
  await database.query(
    `INSERT INTO orders (no, query_code, account_id, position, mode, status, asset_id, units, min_units, max_units, address_id,
                         address, price, tolerance_units, on_mismatch, created_at, expires_at, late_until)
     SELECT 'N' || n, 'Q' || n, n % 3, n / 3, 'float', ($1::int[])[1 + (n * 7 / 5) % 3], 1 + n % 4, 1, 1, 1, n, 'a' || n, 1, 0,
            'ask', 1000 + n / 7, 0, 0 FROM generate_series(0, $2::int - 1) AS n`,
    [STATUSES, ORDERS],
  );
  await database.query(
    `INSERT INTO order_entry (order_id, entry, asset_id, address, to_ratio, share, group_share, price, fee_ppm,
                              network_fee_units, units, units_origin)
     SELECT id, 0, 5 + id % 3, 'b', 1, 1, 1, 1, 0, 0, 1, 1 FROM orders`,
  );
  const { rows } = await database.query<Stored>(
    `SELECT o.id, account_id, position, created_at, o.status, o.asset_id, e.asset_id AS to
       FROM orders o JOIN order_entry e ON e.order_id = o.id`,
  );
  newestFirst = rows.sort(
    (a, b) => b.created_at - a.created_at || b.account_id - a.account_id || b.position - a.position,
  );
});
afterAll(() => store.drop());

function naive(filter: OrderFilter): number[] {
  const { status, account, assetIds, side, createdStart, createdEnd } = filter;
  return newestFirst
    .filter((order) => status === undefined || order.status === status)
    .filter((order) => account === undefined || account === ACCOUNTS[order.account_id])
    .filter((order) => createdStart === undefined || order.created_at >= createdStart)
    .filter((order) => createdEnd === undefined || order.created_at < createdEnd)
    .filter(({ asset_id, to }) => {
      if (assetIds === undefined) return true;
      return (side !== 'to' && assetIds.includes(asset_id)) || (side !== 'from' && assetIds.includes(to));
    })
    .map(({ id }) => id);
}

async function allPages(filter: OrderFilter, size: number): Promise<number[]> {
  const found: number[] = [];
  let after: OrderPlace | null = null;
  do {
    const page = await browseOrders(store.database, filter, after, size);
    expect(page.ids.length).toBeLessThanOrEqual(size);
    found.push(...page.ids);
    after = page.next === null ? null : readPlace(writePlace(page.next));
  } while (after !== null);
  return found;
}

describe('all pages together', () => {
  it('are the orders that match, each once, newest first', async () => {
    const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
    const filters = fc.record({
      status: optional(fc.constantFrom(...STATUSES)),
      account: optional(fc.constantFrom(...ACCOUNTS)),
      assetIds: optional(fc.uniqueArray(fc.integer({ min: 1, max: 8 }), { maxLength: 3 })),
      side: fc.constantFrom('from', 'to', 'any'),
      createdStart: optional(fc.integer({ min: 995, max: 1_050 })),
      createdEnd: optional(fc.integer({ min: 995, max: 1_050 })),
    }) as fc.Arbitrary<OrderFilter>;
    const property = fc.asyncProperty(filters, fc.integer({ min: 7, max: 120 }), async (filter, size) => {
      expect(await allPages(filter, size)).toEqual(naive(filter));
    });
    await fc.assert(property, { numRuns: 60 });
  });

  it('are found from a place that somebody made up, or it is none', () => {
    expect(readPlace('1.2.3')).toEqual({ createdAt: 1, accountId: 2, position: 3 });
    for (const text of ['', '1', '1.2', '1.2.-3', 'a.b.c', '1.2.3.4', '1'.repeat(40)])
      expect(readPlace(text)).toBeNull();
  });
});
