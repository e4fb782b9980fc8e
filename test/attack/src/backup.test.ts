import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Ended, type RunningService, runCommand, startService } from '../../support/service.ts';

/** The documented backup and restore, as an operator types it, on the built-in database. */

const LOOK_MS = 250;
const PROGRAM = fileURLToPath(new URL('../../../packages/service/bin/swapdesk.mjs', import.meta.url));

let folder: string;
let env: Record<string, string>;
let service: RunningService;
let backup: string;
let aside: string;
let broken: string;
let archive: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swapdesk-backup-'));
  [backup, aside, broken] = [`${folder}-copy`, `${folder}-before`, `${folder}-broken`];
  // Sealed, with a log of its own kept: all that the guide shows at once.
  archive = `${folder}-log`;
  env = {
    SWAPDESK_DATA_DIR: folder,
    SWAPDESK_LOG_ARCHIVE: archive,
    SWAPDESK_BACKUP_PASSPHRASE: 'lamp orbit tulip fever canoe mango',
  };
  // A thousand addresses of each kind of chain, as by default, take longer than all else here.
  expect((await swapdesk('setting', 'set', 'address_pool_target', '250')).code).toBe(0);
  service = await startService(env);
});
afterAll(async () => {
  await service.stop();
  for (const name of [folder, backup, aside, broken, archive, sealed(), `${aside}-2`, `${folder}.record`]) {
    await rm(name, { recursive: true, force: true });
  }
});

const sealed = () => `${folder}-sealed`;
const swapdesk = (...args: string[]): Promise<Ended> => runCommand(args, env);

async function place(): Promise<{ msg: string; data?: { address: string; query_code: string } }> {
  const answer = await fetch(`${service.url}/openapi/order/place`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      exchange_mode: 'float',
      from_chain: 'Bitcoin',
      from_abbr: 'BTC',
      from_quantity: 0.05,
      to_address: [
        { to_chain: 'Ethereum', to_abbr: 'ETH', to_address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045' },
      ],
    }),
  });
  return (await answer.json()) as { msg: string; data?: { address: string; query_code: string } };
}

/** The address of an order, as soon as one can be placed. */
async function placedAddress(): Promise<string> {
  for (;;) {
    const { msg, data } = await place();
    if (data !== undefined) return data.address;
    expect(msg).toBe('server is busy, please try again later');
    await sleep(LOOK_MS);
  }
}

/** What stands beside the data folder and has begun to be a copy of it. */
const drafts = async () =>
  (await readdir(dirname(folder))).filter((name) => name.startsWith(`${basename(folder)}-copy.making-`));

it('leaves nothing behind when it is interrupted, and the desk goes on', async () => {
  const child = spawn(process.execPath, [PROGRAM, 'backup', backup], { env: { ...process.env, ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  while ((await drafts()).length === 0) await sleep(5);
  child.kill('SIGINT');
  expect(await once(child, 'close')).toEqual([1, null]);
  expect(output).toContain('Interrupted: nothing was kept');
  expect([existsSync(backup), await drafts()]).toEqual([false, []]);
  expect((await place()).data?.address).toBeDefined();
});

it('copies a running desk, refuses what would overwrite it, and starts the copy held, with no address given twice', async () => {
  const made = await swapdesk('backup', backup);
  expect(made.output).toContain('it was started and read');
  expect(made.output).toMatch(/^Copying the database: \d+ MB in .*\nStarting the copy once, .*…\n/);
  expect(made.code).toBe(0);
  expect((await readdir(backup)).sort()).toEqual(expect.arrayContaining(['database-password', 'postgres']));
  expect((await readdir(backup)).some((name) => name.includes('record'))).toBe(false);
  expect((await swapdesk('backup', backup)).output).toContain('is there already');

  const given = new Set<string>();
  for (let n = 0; n < 5; n++) given.add((await place()).data?.address as string);
  expect(given.size).toBe(5);
  expect((await swapdesk('restore', backup)).output).toContain('Stop it first');
  expect(await service.stop()).toBe(0);
  expect((await swapdesk('restore', backup)).output).toContain('--aside FOLDER');
  const within = await swapdesk('restore', backup, '--aside', join(folder, 'before'));
  expect(within.output).toContain('is within what is to be moved');
  // A backup that cannot be started is found out before anything is moved.
  await mkdir(join(broken, 'postgres'), { recursive: true });
  await writeFile(join(broken, 'postgres', 'PG_VERSION'), '18\n');
  expect((await swapdesk('restore', broken, '--aside', aside)).code).toBe(1);
  expect([existsSync(aside), existsSync(join(folder, 'postgres'))]).toEqual([false, true]);
  const restored = await swapdesk('restore', backup, '--aside', aside);
  expect(restored.output).toContain('The desk starts held');
  expect(existsSync(join(aside, 'postgres'))).toBe(true);

  expect((await swapdesk('doctor')).output).toContain('THE DESK IS HELD');
  expect((await swapdesk('hold', 'release', '--why', 'no')).output).toContain('The desk stays held');
  service = await startService(env);
  expect(service.output()).toContain('THE DESK IS HELD');
  // Nothing was signed meanwhile, so it goes on as soon as the chains have been followed.
  for (let n = 0; n < 5; n++) expect(given.has(await placedAddress())).toBe(false);
  expect((await swapdesk('hold', 'show')).output).toContain('The desk is not held.');
});

/** The disk of the archive is away for a while, and doctor says so. */
async function archivingFails(): Promise<void> {
  await rename(archive, `${archive}.away`);
  const password = (await readFile(join(folder, 'database-password'), 'utf8')).trim();
  const client = new Client({ host: join(folder, 'run'), user: 'swapdesk', password, database: 'swapdesk' });
  await client.connect();
  await client.query('SELECT pg_switch_wal()');
  await client.end();
  const said = /WRONG +log archive +\w{24} cannot be archived to \S+, and \d+ files wait/;
  while (!said.test((await swapdesk('doctor')).output)) await sleep(LOOK_MS);
  await rename(`${archive}.away`, archive);
}

it('seals a backup and takes it forward to a moment by the archived log; the desk starts held', async () => {
  expect(
    (await runCommand(['backup', sealed(), '--encrypt'], { ...env, SWAPDESK_BACKUP_PASSPHRASE: 'abc' }))
      .output,
  ).toContain('too weak');
  await archivingFails();
  while (!/ok +log archive +all is archived to /.test((await swapdesk('doctor')).output))
    await sleep(LOOK_MS);
  const made = await swapdesk('backup', sealed(), '--encrypt');
  expect(made.output).toContain('it was started and read, then sealed');
  expect(await readdir(sealed())).toEqual(['backup.sealed']);
  expect((await swapdesk('doctor')).output).toMatch(/ok +last backup +of .*, 0 days old, in \S+-sealed/);
  // From here on what is archived is sealed as well.
  const weak = await runCommand(['seal-log'], { ...env, SWAPDESK_BACKUP_PASSPHRASE: 'abc' });
  expect(weak.output).toContain('too weak');
  expect((await swapdesk('doctor')).output).toMatch(/all is archived to \S+, in the clear/);
  expect((await swapdesk('seal-log')).output).toContain('from now on is sealed');
  expect((await swapdesk('seal-log')).output).toContain('is sealed already');
  expect((await swapdesk('doctor')).output).toMatch(/all is archived to \S+, sealed/);
  const kept = (await place()).data?.query_code as string;
  const at = new Date().toISOString();
  await sleep(LOOK_MS);
  const lost = (await place()).data?.query_code as string;
  expect(await service.stop()).toBe(0);

  const wrong = { ...env, SWAPDESK_BACKUP_PASSPHRASE: 'another' };
  const to = ['restore', sealed(), '--aside', `${aside}-2`];
  expect((await runCommand(to, wrong)).output).toContain('The passphrase is wrong');
  expect((await runCommand(to, { ...env, SWAPDESK_BACKUP_PASSPHRASE: '' })).output).toContain('no terminal');
  expect((await swapdesk(...to, '--at', '2026-01-01')).output).toContain('--at takes a time with its zone');
  expect((await swapdesk(...to, '--at', '2026-01-01T00:00Z')).output).toContain('can only be taken forward');
  expect(existsSync(`${aside}-2`)).toBe(false);
  expect((await readdir(archive)).some((name) => name.endsWith('.sealed'))).toBe(true);
  const restored = await swapdesk(...to, '--at', at);
  expect(restored.output).toContain('The desk starts held');

  expect((await swapdesk('doctor')).output).toContain(`as of ${at}`);
  service = await startService(env);
  const found = async (code: string) =>
    (
      (await (await fetch(`${service.url}/openapi/order/query?query_code=${code}`)).json()) as {
        code: number;
      }
    ).code;
  expect([await found(kept), await found(lost)].map((code) => code === 200 || code === 0)).toEqual([
    true,
    false,
  ]);
  await placedAddress();
  // Moments of before the restore may need the log of another timeline.
  expect((await swapdesk('backup', '--prune', '7')).output).toMatch(
    /^No log was removed: .*several timelines/,
  );
});
