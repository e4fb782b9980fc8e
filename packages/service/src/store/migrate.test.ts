import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { IS_LONG } from '../../../../test/support/volume.ts';
import { fillCatalogue } from '../catalog/fill-catalogue.ts';
import { assetsOf, KNOWN_CHAINS } from '../chains/known/known-chains.ts';
import { StartupError } from '../startup-error.ts';
import { StoreOutgrown } from './applied.ts';
import { migrate, planMigration } from './migrate.ts';
import { type Migration, migrationOf, readMigrations } from './migrations.ts';

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
const namesIn = async (...listed: string[]) => {
  const sql = listed.map((table) => `SELECT name FROM ${table}`).join(' UNION ALL ');
  return (await store.database.query<{ name: string }>(`${sql} ORDER BY name`)).rows.map(({ name }) => name);
};
const applied = () => namesIn('migration', 'migration_beside');
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

  it.runIf(IS_LONG)('by several nodes at once is done by one of them', async () => {
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
    await expect(refused).rejects.toBeInstanceOf(StoreOutgrown);
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
    expect(await namesIn('migration')).toEqual(['0001_catalogue.sql', '0041_payments_and_attempts.sql']);
  });

  it('that fails half-way leaves nothing behind', async () => {
    await store.database.query('CREATE TABLE orders (id int)');
    await expect(migrate(store.database, fillCatalogue)).rejects.toThrow('already exists');
    expect(await tables()).toEqual(['orders']);
  });
});

describe('two versions', () => {
  const nothing = async () => {};
  let before: readonly Migration[];
  const step = (number: number, beside: number | 'none') => {
    const head = `-- Why there is a step ${number}.\n-- beside: ${typeof beside === 'number' ? String(beside).padStart(4, '0') : beside}\n`;
    return migrationOf(
      `${String(number).padStart(4, '0')}_step.sql`,
      `${head}CREATE TABLE step_${number} (id int);`,
    );
  };
  const by = (...steps: Migration[]) =>
    migrate(store.database, nothing, { migrations: [...before, ...steps] });
  const node = (id: string, knows: number, silentS = 0) =>
    store.database.query(
      `INSERT INTO node (id, role, host, process, version, knows, began_at, seen_at)
       VALUES ($1, 'engine', 'a-host', 7, '0.1.0', $2, 0, floor(extract(epoch FROM clock_timestamp())) - $3)`,
      [id, knows, silentS],
    );
  const OF_BEFORE = 9_000;

  beforeEach(async () => {
    await empty();
    before = [...(await readMigrations()), step(OF_BEFORE, 'none')];
    await by();
  });

  it('are both at home where the one before may go on beside what is new', async () => {
    expect(await by(step(9_001, OF_BEFORE), step(9_002, OF_BEFORE))).toEqual([
      '9001_step.sql',
      '9002_step.sql',
    ]);
    expect(await namesIn('migration_beside')).toEqual(['9001_step.sql', '9002_step.sql']);
    expect(await by()).toEqual([]);
    expect(await by(step(9_001, OF_BEFORE), step(9_002, OF_BEFORE))).toEqual([]);
  });

  it.runIf(IS_LONG)('are not where it may not, nor one that is two before', async () => {
    const [one, two] = [step(9_001, OF_BEFORE), step(9_002, 9_001)];
    await by(one, two);
    expect(await namesIn('migration_beside')).toEqual(['9002_step.sql']);
    await expect(by()).rejects.toThrow(StoreOutgrown);
    await expect(by()).rejects.toThrow(/newer Swapdesk \(it has 9001_step.sql\)/);
    await by(one);
    await by(one, two, step(9_003, 'none'));
    expect(await namesIn('migration_beside')).toEqual([]);
    await expect(by(one, two)).rejects.toThrow('it has 9003_step.sql');
  });

  it('are not, as long as nodes run that would have to know what is new: they are named, and nothing is changed', async () => {
    await node('11111111-old', OF_BEFORE);
    await node('22222222-new', 9_001);
    const all = await tables();
    const refused = by(step(9_001, 'none'));
    await expect(refused).rejects.toThrow(StartupError);
    await expect(refused).rejects.toThrow(
      /Stop these first.*\n {2}11111111: engine 0\.1\.0 \(9000\) on a-host, process 7$/s,
    );
    expect(await tables()).toEqual(all);
    const { missing, obstacle } = await planMigration(store.database, [...before, step(9_001, 'none')]);
    expect(missing.map(({ name }) => name)).toEqual(['9001_step.sql']);
    expect(obstacle).toContain('11111111: engine');
    await by(step(9_001, OF_BEFORE));
    expect(await namesIn('migration_beside')).toEqual(['9001_step.sql']);
  });

  it.each([
    ['has stopped', 'UPDATE node SET seen_at = 0'],
    ['was not seen for half a minute', 'UPDATE node SET seen_at = seen_at - 31'],
  ])('do not wait for a node that %s', async (_, sql) => {
    await node('11111111-old', OF_BEFORE);
    await store.database.query(sql);
    await by(step(9_001, 'none'));
    expect(await applied()).toContain('9001_step.sql');
  });

  it.runIf(IS_LONG)(
    'wait for engines that tell nothing of themselves, by their leases; not where nobody else can be at work',
    async () => {
      await store.database.query(
        `INSERT INTO lease VALUES ('chain 1', '33333333-old', 1, floor(extract(epoch FROM clock_timestamp())) + 6)`,
      );
      const migrations = [...before, step(9_001, 'none')];
      await expect(by(step(9_001, 'none'))).rejects.toThrow(
        '33333333: an engine or signer of a version before 0036',
      );
      expect(await migrate(store.database, nothing, { migrations, isAlone: true })).toEqual([
        '9001_step.sql',
      ]);
    },
  );
});
