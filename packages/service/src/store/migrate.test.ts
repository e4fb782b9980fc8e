import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { fillCatalogue } from '../catalog/fill-catalogue.ts';
import { assetsOf, KNOWN_CHAINS } from '../chains/known/known-chains.ts';
import { StartupError } from '../startup-error.ts';
import { migrate } from './migrate.ts';

let store: TestDatabase;
let files: string[];

beforeAll(async () => {
  store = await createTestDatabase();
  files = (await readdir(new URL('../../migrations/', import.meta.url)))
    .filter((name) => name.endsWith('.sql'))
    .sort();
});
afterAll(() => store.drop());

const empty = () => store.database.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
const applied = async () =>
  (await store.database.query<{ name: string }>('SELECT name FROM migration ORDER BY name')).rows.map(
    ({ name }) => name,
  );
const tables = async () =>
  (
    await store.database.query<{ tablename: string }>(
      `SELECT tablename FROM pg_tables WHERE schemaname = 'public'`,
    )
  ).rows.map(({ tablename }) => tablename);

describe('migrating', () => {
  beforeEach(empty);

  it('applies every migration, in order, to an empty database', async () => {
    expect(await migrate(store.database, fillCatalogue)).toEqual(files);
    expect(await applied()).toEqual(files);
    expect((await store.database.query('SELECT count(*) FROM asset')).rows[0].count).toBe(
      KNOWN_CHAINS.flatMap(assetsOf).length,
    );
  });

  it('a second time does nothing and keeps what is there', async () => {
    await migrate(store.database, fillCatalogue);
    await store.database.query('UPDATE asset SET can_send = false WHERE id = 1');
    expect(await migrate(store.database, fillCatalogue)).toEqual([]);
    expect((await store.database.query('SELECT can_send FROM asset WHERE id = 1')).rows[0].can_send).toBe(
      false,
    );
  });

  it('by several nodes at once is done by one of them', async () => {
    const all = await Promise.all(Array.from({ length: 4 }, () => migrate(store.database, fillCatalogue)));
    expect(all.filter((names) => names.length > 0)).toEqual([files]);
    expect(await applied()).toEqual(files);
  });

  it('is refused, and changes nothing, where a newer program has been', async () => {
    await migrate(store.database, fillCatalogue);
    await store.database.query(`INSERT INTO migration (name) VALUES ('9999_later.sql')`);
    const refused = migrate(store.database, fillCatalogue);
    await expect(refused).rejects.toThrow(StartupError);
    await expect(refused).rejects.toThrow(/newer Swapdesk .*9999_later\.sql/);
    expect(await applied()).toEqual([...files, '9999_later.sql']);
  });

  it('is refused, and changes nothing, where the program was from before the first release', async () => {
    await store.database.query(`
      CREATE TABLE migration (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now());
      INSERT INTO migration (name) VALUES ('0001_catalogue.sql'), ('0041_payments_and_attempts.sql')`);
    const refused = migrate(store.database, fillCatalogue);
    await expect(refused).rejects.toThrow(StartupError);
    await expect(refused).rejects.toThrow(
      /before the first release .*0001_catalogue\.sql.* nothing was changed/,
    );
    expect(await tables()).toEqual(['migration']);
    expect(await applied()).toEqual(['0001_catalogue.sql', '0041_payments_and_attempts.sql']);
  });

  it('that fails half-way leaves nothing behind', async () => {
    await store.database.query('CREATE TABLE orders (id int)');
    await expect(migrate(store.database, fillCatalogue)).rejects.toThrow('already exists');
    expect(await tables()).toEqual(['orders']);
  });
});
