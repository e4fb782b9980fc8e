import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runAs, serverUser } from '../../../packages/service/src/store/embedded/server-user.ts';
import { findProgram } from '../../support/find-program.ts';
import { type RunningService, runCommand, startService } from '../../support/service.ts';

/** The guide's way with a PostgreSQL of one's own: its configuration and its commands, with paths of a test. */

const GUIDE = new URL('../../../docs/operators.md', import.meta.url);
const PROGRAMS = ['pgbackrest', 'postgres', 'pg_ctl'];
const missing: string[] = [];
for (const name of PROGRAMS) if ((await findProgram(name)) === null) missing.push(name);
if (missing.length > 0) console.warn(`pgBackRest is not tested: ${missing.join(', ')} not on the PATH`);

const user = serverUser();
let folder: string;
let cluster: string;
let env: Record<string, string>;
let service: RunningService | undefined;

/** Whatever PostgreSQL's own user would type. */
async function run(program: string, ...args: string[]): Promise<string> {
  const how = { ...runAs(user), cwd: folder, env: { PATH: process.env.PATH, HOME: folder } };
  const { stdout } = await promisify(execFile)(program, args, how);
  return stdout;
}
const pgbackrest = (...args: string[]) =>
  run('pgbackrest', `--config=${folder}/pgbackrest.conf`, '--stanza=swapdesk', ...args);
const pgCtl = (...args: string[]) => run('pg_ctl', '-D', cluster, '-w', '-l', join(folder, 'log'), ...args);

async function query(text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: env.SWAPDESK_DATABASE_URL });
  await client.connect();
  return client
    .query(text)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

/** A command of the guide, as its words. */
async function guided(text: RegExp): Promise<string> {
  const found = text.exec(await readFile(GUIDE, 'utf8'))?.[1];
  if (found === undefined) throw new Error(`the guide has nothing like ${text}`);
  return found;
}

async function makeServer(): Promise<void> {
  const bin = (await run('pg_config', '--bindir').catch(() => '/usr/lib/postgresql/15/bin')).trim();
  await run(
    join(bin, 'initdb'),
    '-D',
    cluster,
    '-U',
    'swapdesk',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
  );
  const settings = (await guided(/```ini\n(archive_mode[\s\S]*?)```/)).replace(
    'pgbackrest ',
    `pgbackrest --config=${folder}/pgbackrest.conf `,
  );
  const here = `listen_addresses = ''\nunix_socket_directories = '${folder}'\n`;
  await writeFile(join(cluster, 'postgresql.conf'), settings + here, { flag: 'a' });
  const global = `[global]\nlock-path=${folder}/lock\nspool-path=${folder}/spool\nlog-level-file=off\nlog-level-console=warn\n`;
  const config = (await guided(/```ini\n(\[global\][\s\S]*?)```/))
    .replace('[global]\n', global)
    .replace('/var/lib/pgbackrest', join(folder, 'repo'))
    .replace('/var/lib/postgresql/15/main', cluster)
    .concat(`pg1-socket-path=${folder}\npg1-user=swapdesk\npg1-database=postgres\n`);
  await writeFile(join(folder, 'pgbackrest.conf'), config);
  await pgCtl('start');
}

beforeAll(async () => {
  if (missing.length > 0) return;
  folder = await mkdtemp(join(tmpdir(), 'swapdesk-rest-'));
  cluster = join(folder, 'main');
  await chmod(folder, 0o755);
  for (const name of ['main', 'repo', 'lock', 'spool']) await mkdir(join(folder, name), { mode: 0o700 });
  if (process.getuid?.() === 0)
    for (const path of ['', 'main', 'repo', 'lock', 'spool'])
      await chown(join(folder, path), user.uid, user.gid);
  env = {
    SWAPDESK_DATA_DIR: join(folder, 'data'),
    SWAPDESK_DATABASE_URL: `postgresql://swapdesk@/postgres?host=${folder}`,
  };
  await makeServer();
});
afterAll(async () => {
  if (missing.length > 0) return;
  await service?.stop();
  await pgCtl('stop', '-m', 'fast').catch(() => undefined);
  await rm(folder, { recursive: true, force: true });
});

it.runIf(missing.length === 0)('pgBackRest restores to a time, and the desk starts held', async () => {
  expect((await runCommand(['setting', 'set', 'address_pool_target', '250'], env)).code).toBe(0);
  service = await startService(env);
  await pgbackrest('stanza-create');
  await pgbackrest('check');
  await pgbackrest('backup', '--type=full');
  await query(`CREATE TABLE marked AS SELECT 'before' AS word`);
  const [{ at }] = (await query(
    `SELECT to_char(clock_timestamp(), 'YYYY-MM-DD HH24:MI:SS.US+00') AS at`,
  )) as [{ at: string }];
  await query(`INSERT INTO marked VALUES ('after')`);
  await service.stop();
  await query('SELECT pg_switch_wal()');
  await pgbackrest('check');
  await pgCtl('stop', '-m', 'fast');

  const [, , ...words] = (await guided(/^(pgbackrest .* restore .*)$/m)).split(' ');
  const options = words.join(' ').replace(/"[^"]*"/, at.replace(' ', '_'));
  await pgbackrest(...options.split(' ').map((word) => word.replace('_', ' ')));
  await pgCtl('start');
  while ((await query('SELECT pg_is_in_recovery() AS yes'))[0]?.yes === true) await sleep(100);
  expect(await query('SELECT word FROM marked')).toEqual([{ word: 'before' }]);
  expect((await runCommand(['restore'], env)).output).toContain('The desk starts held');
  service = await startService(env);
  expect(service.output()).toContain('THE DESK IS HELD');
});
