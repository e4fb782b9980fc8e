import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { StartupError } from '../startup-error.ts';
import { applyInUse, type Within } from './apply-migration.ts';
import { migrate } from './migrate.ts';
import { mannerOf } from './migration-manner.ts';
import { type Migration, migrationOf, readMigrations } from './migrations.ts';

const NOTHING = async () => {};
const ALONE: Within = { begin: async () => true, end: async () => {} };

let store: TestDatabase;
let migrations: Migration[];
beforeEach(async () => {
  store = await createTestDatabase(8);
  migrations = await readMigrations();
});
afterEach(() => store.drop());

const testOf = (name: string, sql: string) => migrationOf(name, `-- For the test.\n-- beside: none\n${sql}`);
const add = (name: string, sql: string) => {
  migrations = [...migrations.filter((each) => each.name !== name), testOf(name, sql)];
};
const run = () => migrate(store.database, NOTHING, { migrations });
const columns = async () =>
  (
    await store.database.query<{ name: string }>(
      `SELECT attname AS name FROM pg_attribute WHERE attrelid = 'payout'::regclass AND attname LIKE 'added%' ORDER BY 1`,
    )
  ).rows.map(({ name }) => name);

/** Until a statement says so. */
async function until(sql: string): Promise<void> {
  while ((await store.database.query(sql)).rowCount === 0);
}
const SOMEBODY_WAITS =
  'SELECT FROM pg_locks WHERE NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())';
const SOMEBODY_LOCKS = `SELECT FROM pg_locks WHERE granted AND mode = 'AccessExclusiveLock' AND relation = 'payout'::regclass`;

/** A request of the desk: it gives up after 15 seconds, as all do. */
const request = () => store.database.query('SELECT id FROM payout LIMIT 1');

describe('a migration of a store in use', () => {
  it('lets others go first while somebody is in the way, and is applied once nobody is', async () => {
    add('9001_column.sql', 'ALTER TABLE payout ADD COLUMN added_1 bigint;');
    const reader = await store.database.connect();
    await reader.query('BEGIN');
    await reader.query('SELECT count(*) FROM payout');
    const migrated = run();
    await until(SOMEBODY_WAITS);
    // They would come behind whoever waits for the reader, who waits for them.
    for (let n = 0; n < 20; n++) await request();
    await until(SOMEBODY_WAITS);
    expect(await columns()).toEqual([]);
    await reader.query('COMMIT');
    reader.release();
    expect(await migrated).toEqual(['9001_column.sql']);
    expect(await columns()).toEqual(['added_1']);
  });

  it('that takes too long while it has a lock is given up, as a whole', async () => {
    const slow = testOf(
      '9001_slow.sql',
      'ALTER TABLE payout ADD COLUMN added_1 bigint; SELECT pg_sleep(30);',
    );
    const refused = applyInUse(store.database, slow, ALONE, {
      forMs: 0,
      pauseMs: 1,
      mostPauseMs: 1,
    });
    const ended = expect(refused).rejects.toThrow(/9001_slow\.sql was tried.*the store is as it was/);
    await until(SOMEBODY_LOCKS);
    await request();
    await ended;
    await expect(refused).rejects.toThrow(StartupError);
    expect(await columns()).toEqual([]);
  });

  it('says who is in the way when it gives up', async () => {
    const reader = await store.database.connect();
    await reader.query(`SET application_name = 'a report'; BEGIN`);
    const { rows } = await reader.query<{ pid: number }>(
      'SELECT pg_backend_pid() AS pid FROM payout RIGHT JOIN (SELECT 1) AS one ON true',
    );
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    const migration = testOf('9001_a.sql', 'ALTER TABLE payout ADD COLUMN added_1 bigint');
    const refused = applyInUse(store.database, migration, ALONE, {
      forMs: 0,
      pauseMs: 1,
      mostPauseMs: 1,
    });
    await expect(refused).rejects.toThrow(new RegExp(`a report \\(process ${rows[0]!.pid}\\) for \\d s`));
    await reader.query('ROLLBACK');
    reader.release();
  });

  it('builds an index beside readers and writers, outside of any transaction', async () => {
    add(
      '9001_index.sql',
      '-- Outside of any transaction: it is built beside readers and writers.\nCREATE INDEX CONCURRENTLY IF NOT EXISTS added ON payout (created_at);',
    );
    expect(await run()).toEqual(['9001_index.sql']);
    const { rows } = await store.database.query(
      `SELECT indisvalid FROM pg_index WHERE indexrelid = 'added'::regclass`,
    );
    expect(rows).toEqual([{ indisvalid: true }]);
    expect(await run()).toEqual([]);
  });

  it('stays where it was applied when a later one fails, and the next start goes on from there', async () => {
    add('9001_column.sql', 'ALTER TABLE payout ADD COLUMN added_1 bigint;');
    add('9002_column.sql', 'ALTER TABLE payout ADD COLUMN added_2 bigint; SELECT 1 / 0;');
    await expect(run()).rejects.toThrow('division by zero');
    expect(await columns()).toEqual(['added_1']);
    add('9002_column.sql', 'ALTER TABLE payout ADD COLUMN added_2 bigint;');
    expect(await run()).toEqual(['9002_column.sql']);
    expect(await columns()).toEqual(['added_1', 'added_2']);
  });

  it('by several nodes at once is done once', async () => {
    for (const n of [1, 2, 3]) add(`900${n}_column.sql`, `ALTER TABLE payout ADD COLUMN added_${n} bigint;`);
    const all = await Promise.all([run(), run(), run()]);
    expect(all.flat().sort()).toEqual(['9001_column.sql', '9002_column.sql', '9003_column.sql']);
    expect(await columns()).toEqual(['added_1', 'added_2', 'added_3']);
  });

  it('says itself how it is applied', () => {
    expect(mannerOf('-- Why.\n-- Takes its time: it stops nobody.\nSELECT 1')).toBe('patient');
    expect(mannerOf('-- Why.\n-- Outside of any transaction: an index.\nSELECT 1')).toBe('alone');
    expect(mannerOf('-- Why it takes its time.\nSELECT 1')).toBe('quick');
  });
});
