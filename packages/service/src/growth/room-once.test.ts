import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { migrate } from '../store/migrate.ts';
import { migrationsBefore } from '../store/testing/older-migrations.ts';
import { storedRanges } from './stored-ranges.ts';

const NOTHING = async () => {};
const PLACED = 250_000;

let store: TestDatabase;
const query = (sql: string, values: unknown[] = []) => store.database.query(sql, values);
const bounds = async (name: string) =>
  (await storedRanges(store.database, name)).map(({ first, beyond }) => [first, beyond]);

/** A desk of the version before 0050 that has used up a range in less than a week, some minutes later. */
beforeAll(async () => {
  store = await createTestDatabase();
  await query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await migrate(store.database, NOTHING, { migrations: await migrationsBefore('0050') });
  await query(`SELECT setval('orders_id_seq', ${PLACED})`);
  for (let minute = 0; minute < 20; minute++) {
    await query('UPDATE growing SET made_at = extract(epoch FROM now())::bigint - 60');
    await query('SELECT make_room()');
  }
  for (const order of [1, PLACED])
    await query(
      `INSERT INTO order_event (order_id, at, from_status, to_status, reason) VALUES ($1, 1, 1, 2, 'seen')`,
      [order],
    );
});
afterAll(() => store.drop());

it('takes ranges away that were made in vain, and leaves what is in use', async () => {
  expect((await bounds('order_event')).at(-1)?.[1]).toBeGreaterThan(1e11);
  await migrate(store.database, NOTHING);
  const now = await bounds('order_event');
  expect(now).toEqual([
    [null, 100_000],
    [100_000, 200_000],
    [200_000, 300_000],
    [300_000, 400_000],
    [400_000, 500_000],
  ]);
  expect((await query('SELECT order_id FROM order_event ORDER BY 1')).rows).toEqual([
    { order_id: 1 },
    { order_id: PLACED },
  ]);
  expect((await query('SELECT make_room() AS made')).rows).toEqual([{ made: 0 }]);
  expect(await bounds('ledger_entry')).toEqual([
    [null, 2_000_000],
    [2_000_000, 4_000_000],
    [4_000_000, 6_000_000],
  ]);
});
