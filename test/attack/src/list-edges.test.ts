import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../../packages/service/src/access/directory.ts';
import { foldDeltas } from '../../../packages/service/src/rolls/fold.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { openBooks } from './support/books.ts';
import { accountNamed, insertAccount } from './support/keys.ts';
import { NOON, STATUSES } from './support/list-steps.ts';
import { type ListRequest, naive, orderRows, type Row } from './support/naive-list.ts';
import { shownOrders } from './support/shown-list.ts';

let store: TestDatabase;
beforeAll(async () => {
  store = await createTestDatabase(4);
});
afterAll(() => store.drop());

describe('across the edges of the larger blocks', () => {
  // Powers of two at which blocks of some level end, with a few hundred orders on either side.
  test.each([
    ['dense from the first', 0, 4_096 + 300],
    ['around 65,536', 65_536 - 450, 900],
    ['around 262,144', 262_144 - 450, 900],
    ['around 16,777,216', 16_777_216 - 450, 900],
  ])('pages by status and time are where they belong: %s', async (_name, first, count) => {
    const name = `large ${first}`;
    await insertAccount(store.database, name);
    const account = await accountNamed(store.database, name);
    await insertMany(account, first, count);
    const books = await openBooks(store.database);
    for (let moved = 0; moved < 3; moved++) {
      const rows = await orderRows(store.database, account);
      expect(rows.length).toBe(count + moved);
      for (const request of edgeRequests(rows, first)) {
        expect({ request, ...(await shownOrders(store.database, account, request)) }).toEqual({
          request,
          ...naive(rows, request),
        });
      }
      // A little of everything in between: new orders, moved ones on both sides of the edge, a fold.
      await books.place([{ account: name, code: null }], NOON + count);
      for (const at of [0, 63, 64, 449, 450, 451, count - 1]) {
        await books.move((rows[at] as Row).no, STATUSES[(at + moved) % STATUSES.length] as number);
      }
      if (moved === 1) while ((await foldDeltas(store.database)) > 0);
    }
  });

  function edgeRequests(rows: readonly Row[], first: number): ListRequest[] {
    const at = (nth: number) => (rows[nth] as Row).at;
    const ranges: [number | null, number | null][] = [
      [at(0), null],
      [at(450), null],
      [at(0), at(450)],
      [at(430), at(470)],
      [at(100), at(rows.length - 10)],
    ];
    const pages = [
      1,
      2,
      3,
      9,
      Math.ceil(rows.length / 100),
      Math.ceil(rows.length / 100) + 1,
      9_000_000_000_000,
    ];
    const requests: ListRequest[] = [];
    for (const facet of [null, 1, 4, 6]) {
      // Orders before the first were never made: without a status, only what is asked from the first on can be told.
      const times =
        facet === null && first > 0 ? ranges : [...ranges, [null, null] as const, [null, at(450)] as const];
      for (const [n, page] of pages.entries()) {
        for (const [m, [createdStart, createdEnd]] of times.entries()) {
          const newestFirst = (n + m) % 2 === 0;
          requests.push({
            page,
            pageSize: [100, 7][m % 2] as number,
            facet,
            createdStart,
            createdEnd,
            newestFirst,
          });
        }
      }
    }
    return requests;
  }

  /** What so many placements and changes would have left, in a few statements. */
  async function insertMany(account: Account, first: number, count: number): Promise<void> {
    const { database } = store;
    const status = '(CASE WHEN i % 3 = 0 THEN 1 WHEN i % 3 = 1 THEN 4 ELSE 9 END)';
    await database.query(
      `INSERT INTO orders (no, query_code, account_id, position, mode, status, asset_id, units, min_units, max_units,
                           address_id, address, price, tolerance_units, on_mismatch, created_at, expires_at, late_until)
       SELECT 'L' || $1 || '-' || i, 'Q' || $1 || '-' || i, $1::bigint, $2 + i, 'float', ${status}, 5, 1, 1, 1,
              1000000000 * $1::bigint + i, 'a', 1, 0, 'ask', ${NOON} + i / 3, 0, 0
         FROM generate_series(0, $3::bigint - 1) AS i`,
      [account.id, first, count],
    );
    await database.query(
      `INSERT INTO order_entry (order_id, entry, asset_id, address, to_ratio, share, group_share, price, fee_ppm,
                                network_fee_units, units, units_origin)
       SELECT id, 0, 14, 'a', 1, 1, 1, 1, 0, 0, 1, 1 FROM orders WHERE account_id = $1`,
      [account.id],
    );
    await database.query('UPDATE roll SET length = $2, last_at = $3 WHERE id = $1', [
      account.ordersRollId,
      first + count,
      NOON,
    ]);
    await database.query(
      `INSERT INTO roll_delta (roll_id, facet, position, members)
       SELECT $1, status, position, 1 FROM orders WHERE account_id = $2`,
      [account.ordersRollId, account.id],
    );
    while ((await foldDeltas(database)) > 0);
    // As the server does by itself once a minute: plans made for the empty table would read all of it.
    await database.query('ANALYZE orders, order_entry');
  }
});
