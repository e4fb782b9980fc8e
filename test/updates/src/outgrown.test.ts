import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MESSAGE } from '@swapdesk/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { placement } from '../../attack/src/support/samples.ts';
import { get, post, within } from '../../attack/src/support/target.ts';
import { createDeskStore, type DeskStore } from '../../support/desk-store.ts';
import { runHere } from '../../support/run-here.ts';
import { type RunningService, runCommand, startService } from '../../support/service.ts';
import { readLastVersion, whyNoHistory } from './support/last-version.ts';

/** A store that has moved on beyond what a node bears: as it is brought up to date by a version whose nodes it cannot go on beside. */

const OUTGROWN = 3;
const SOON_MS = 10_000;
const DRAIN_S = 2;

let store: DeskStore;
let env: Record<string, string>;
let service: RunningService;
let signer: RunningService;

beforeAll(async () => {
  store = await createDeskStore(4);
  const socket = join(store.folder, 'signer.sock');
  const SWAPDESK_CONFIG = join(store.folder, 'swapdesk.config.json');
  await writeFile(SWAPDESK_CONFIG, JSON.stringify({ network: 'test', signer: { socket } }));
  env = { ...store.env, SWAPDESK_CONFIG, SWAPDESK_DRAIN_S: String(DRAIN_S) };
  const { output } = await runHere(['signing', 'assets'], env);
  await writeFile(join(store.folder, 'swapdesk.signer.json'), output.slice(0, output.lastIndexOf('}') + 1));
  signer = await startService(env, 'signer');
  service = await startService(env);
});
afterAll(async () => {
  await Promise.all([service?.stop(), signer?.stop()]);
  await store?.drop();
});

const LATER = "INSERT INTO migration (name) VALUES ('9999_later.sql')";

test('nodes say what they are', async () => {
  const { output } = await runHere(['node', 'list'], env);
  expect(output).toMatch(/ start +\S+ +\d+ +\d+\.\d+\.\d+ \(\d{4}\)/);
  expect(output).toMatch(/ signer +/);
  expect(output).toContain('All are of one version.');
  const plan = await runHere(['database', 'migrate', '--dry-run'], env);
  expect(plan).toEqual({ code: 0, output: 'The store is up to date.\n' });
});

test('a node that runs shows what it can until it is drained, promises and moves nothing, and ends with words and a code of its own', async () => {
  const { query_code } = (await post(service.url, '/openapi/order/place', placement())).json.data;
  const ended = [service, signer].map(({ process }) => once(process, 'exit'));
  const leases = async () => (await store.database.query('SELECT 1 FROM lease WHERE until > 0')).rowCount;
  expect(await leases()).toBeGreaterThan(1);
  await store.database.query(LATER);
  await within(
    SOON_MS,
    async () => (await post(service.url, '/openapi/order/place', placement())).json.msg === MESSAGE.busy,
  );
  expect((await get(service.url, `/openapi/order/query?query_code=${query_code}`)).json.code).toBe(0);
  await within(SOON_MS, async () => (await get(service.url, '/health/ready')).status === 503);
  for (const end of ended) expect((await end)[0]).toBe(OUTGROWN);
  for (const { output } of [service, signer]) {
    expect(output()).toMatch(
      /newer Swapdesk \(it has 9999_later\.sql\), beside which this one cannot go on\. .* Stopping\./,
    );
    expect(output()).toContain('Stopped.');
  }
  expect(await leases()).toBe(0);
  expect((await store.database.query('SELECT 1 FROM node WHERE seen_at > 0')).rowCount).toBe(0);
});

test('and does not start again', async () => {
  for (const command of ['engine', 'signer']) {
    const { code, output } = await runCommand([command], env);
    expect(code).toBe(OUTGROWN);
    expect(output).toContain(
      'newer Swapdesk (it has 9999_later.sql), beside which this one cannot go on. Update this one',
    );
  }
});

test('the last version is one whose code can be had, or it is said why not', async () => {
  const last = await readLastVersion();
  expect(last.commit).toMatch(/^[0-9a-f]{40}$/);
  const why = await whyNoHistory({ ...last, commit: '0'.repeat(40) });
  expect(why).toBe(
    '00000000 is not in the history that is here: clone the project whole, or git fetch --unshallow',
  );
});
