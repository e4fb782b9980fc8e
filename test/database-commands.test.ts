import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './support/database.ts';
import { runHere } from './support/run-here.ts';

/** `swapdesk database …`, as whoever owns the store types it. */

const prefix = `t${randomBytes(5).toString('hex')}`;
let store: TestDatabase;
let folder: string;
let env: Record<string, string>;

beforeAll(async () => {
  store = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'swapdesk-roles-'));
  env = { SWAPDESK_DATABASE_URL: store.url, SWAPDESK_DATA_DIR: join(folder, 'data') };
});
afterAll(async () => {
  expect((await runHere(['database', 'roles', '--prefix', prefix, '--undo'], env)).code).toBe(0);
  await store.drop();
  await rm(folder, { recursive: true });
});

const roles = (...more: string[]) => runHere(['database', 'roles', '--prefix', prefix, ...more], env);
const count = async () =>
  (await store.database.query(`SELECT count(*) AS n FROM pg_roles WHERE rolname LIKE '${prefix}\\_%'`))
    .rows[0].n;

it('rehearsed, roles are SQL that anybody can run, and nothing is changed', async () => {
  const urls = join(folder, 'rehearsed');
  const { code, output } = await roles('--dry-run', '--urls', urls);
  expect([code, await count()]).toEqual([0, 0]);
  await expect(stat(urls)).rejects.toThrow('ENOENT');
  expect(output).toMatch(/^BEGIN;\n/);
  expect(output).toMatch(
    new RegExp(`^GRANT SELECT .*, UPDATE \\(given\\) ON "address_space" TO "${prefix}_api";$`, 'm'),
  );
  const sql = output.slice(0, output.indexOf('COMMIT;') + 'COMMIT;'.length);
  await store.database.query(sql);
  expect(await count()).toBe(5);
  expect((await roles('--dry-run', '--undo')).output).toContain(`DROP ROLE "${prefix}_api"`);
  expect((await roles('--undo')).code).toBe(0);
  expect(await count()).toBe(0);
});

it('are made with a file for each that its owner alone can read, and made again the files stay', async () => {
  const urls = join(folder, 'urls');
  const first = await roles('--urls', urls);
  expect(first.code).toBe(0);
  const file = join(urls, 'api.url');
  const url = await readFile(file, 'utf8');
  expect(url).toMatch(new RegExp(`^postgresql://${prefix}_api:[0-9a-f]{48}@`));
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(first.output).not.toContain(/:([0-9a-f]{48})@/.exec(url)?.[1]);
  expect((await roles('--urls', urls)).code).toBe(0);
  expect(await readFile(file, 'utf8')).toBe(url);
  const shown = await runHere(['setting', 'list'], { ...env, SWAPDESK_DATABASE_URL: url.trim() });
  expect(shown).toMatchObject({ code: 0 });
});

it('without the configuration that they were made with nobody else is given the seed, unless somebody says so', async () => {
  const SWAPDESK_CONFIG = join(folder, 'signer.config.json');
  await writeFile(
    SWAPDESK_CONFIG,
    JSON.stringify({ network: 'test', signer: { socket: join(folder, 's') } }),
  );
  const withSigner = { ...env, SWAPDESK_CONFIG };
  const seed = async () => {
    const { rows } = await store.database.query(
      `SELECT has_column_privilege('${prefix}_engine', 'wallet', 'sealed_seed', 'SELECT') AS engine,
              has_column_privilege('${prefix}_signer', 'wallet', 'sealed_seed', 'SELECT') AS signer`,
    );
    return rows[0];
  };
  const given = ['database', 'roles', '--prefix', prefix];
  const asked = await runHere(given, withSigner);
  expect([asked.code, await seed()]).toEqual([1, { engine: true, signer: false }]);
  expect((await runHere([...given, '--as-configured'], withSigner)).code).toBe(0);
  expect(await seed()).toEqual({ engine: false, signer: true });
  expect((await runHere(given, withSigner)).code).toBe(0);
  for (const more of [[], ['--dry-run'], ['--urls', join(folder, 'other-urls')]]) {
    const { code, output } = await roles(...more);
    expect([code, await seed()]).toEqual([1, { engine: false, signer: true }]);
    expect(output).toMatch(/the engine would be given the seed.*nothing was changed.*SWAPDESK_CONFIG/s);
  }
  await expect(stat(join(folder, 'other-urls'))).rejects.toThrow('ENOENT');
  expect((await roles('--as-configured')).code).toBe(0);
  expect(await seed()).toEqual({ engine: true, signer: false });
});

it('a command that a role may not do says whose rights they are, in place of a stack', async () => {
  const url = (await readFile(join(folder, 'urls', 'reports.url'), 'utf8')).trim();
  const { code, output } = await runHere(['setting', 'set', 'address_pool_target', '1000'], {
    ...env,
    SWAPDESK_DATABASE_URL: url,
  });
  expect(code).toBe(1);
  expect(output).toMatch(/permission denied .*npx swapdesk database roles/);
  expect(output).not.toContain('    at ');
});

it('the store is said to be up to date, or who has to bring it there', async () => {
  const migrate = (given: Record<string, string>) => runHere(['database', 'migrate'], given);
  expect((await migrate(env)).output).toBe('The store is up to date.\n');
  const { rows } = await store.database.query(
    'DELETE FROM migration WHERE name = (SELECT max(name) FROM migration) RETURNING name',
  );
  const url = (await readFile(join(folder, 'urls', 'console.url'), 'utf8')).trim();
  const { code, output } = await migrate({ ...env, SWAPDESK_DATABASE_URL: url });
  expect(code).toBe(1);
  expect(output).toMatch(
    /^The store needs migrating, which this database user may not do: it lacks \S+\.sql\. .*\n$/,
  );
  await store.database.query('INSERT INTO migration (name) VALUES ($1)', [rows[0].name]);
});

it.each([
  ['a prefix that is no name', ['--prefix', 'A;B'], '--prefix takes small letters'],
  ['a word too much', ['now'], 'Expected no words'],
])('refuses %s', async (_what, args, words) => {
  const { code, output } = await runHere(['database', 'roles', ...args], env);
  expect([code, output.includes(words)]).toEqual([1, true]);
});

it('has nothing to do with the built-in database', async () => {
  const { code, output } = await runHere(['database', 'roles'], { ...env, SWAPDESK_DATABASE_URL: '' });
  expect([code, output.includes('it has no roles')]).toEqual([1, true]);
});
