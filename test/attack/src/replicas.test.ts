import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MESSAGE, ORDER_STATUS } from '@swapdesk/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../../packages/service/src/store/database.ts';
import { openReplicated, type Replicated } from '../../support/replicated.ts';
import { runHere } from '../../support/run-here.ts';
import { type RunningService, startService } from '../../support/service.ts';
import type { TestServer } from '../../support/test-server.ts';
import { setSetting } from './support/keys.ts';
import { placement } from './support/samples.ts';
import { type Answer, get, post, within } from './support/target.ts';

/** Two api nodes that read at a replica: what is done at the one is seen at the other, whatever the replica does. */

const PLACE = '/openapi/order/place';
const PATIENCE_MS = 60_000;

let servers: Replicated;
let replica: TestServer;
let folder: string;
let env: Record<string, string>;
let engine: RunningService;
let nodes: [RunningService, RunningService];
beforeAll(async () => {
  servers = await openReplicated();
  [replica] = servers.replicas as [TestServer];
  const database = openDatabase({ connectionString: servers.primary.url }, 1);
  await setSetting(database, 'address_pool_target', 200);
  await database.end();
  folder = await mkdtemp(join(tmpdir(), 'swapdesk-replicas-'));
  env = {
    SWAPDESK_DATABASE_URL: servers.primary.url,
    SWAPDESK_DATA_DIR: folder,
    SWAPDESK_PASSPHRASE: 'nobody would guess',
    SWAPDESK_WORKERS: '1',
  };
  engine = await startService(env);
  const api = (workers: string) =>
    startService({ ...env, SWAPDESK_REPLICA_URL: replica.url, SWAPDESK_WORKERS: workers }, 'api');
  nodes = [await api('1'), await api('2')];
});
afterAll(async () => {
  await Promise.all([...nodes, engine].map((node) => node.stop()));
  await servers.end();
  for (const each of [folder, `${folder}.record`]) await rm(each, { recursive: true, force: true });
});

async function figure(node: RunningService, name: string): Promise<number> {
  const page = await (await fetch(`${node.url}/metrics`)).text();
  return Number(
    page
      .split('\n')
      .find((line) => line.startsWith(name))
      ?.split(' ')
      .at(-1) ?? 0,
  );
}

const readBy = (node: RunningService, by: string) => figure(node, `swapdesk_reads_total{by="${by}"}`);

/** A node that is late on a busy machine says so, and is asked again, as clients do. */
async function answered(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await ask();
    if (answer.json.msg !== MESSAGE.busy) return answer;
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** Places an order at one node, and resolves with what the other one knows at once. */
async function placeAndLook(at: RunningService, elsewhere: RunningService) {
  const placed = await answered(() => post(at.url, PLACE, placement()));
  const { no, query_code, manage_code } = placed.json.data;
  const query = `/openapi/order/query?query_code=${query_code}`;
  const queried = await answered(() => get(elsewhere.url, query));
  const listed = await answered(() => get(elsewhere.url, '/openapi/order/list?page_size=1'));
  expect([queried.json.data?.no, listed.json.data?.[0]?.no]).toEqual([no, no]);
  const cancel = { query_code, manage_code };
  const done = await answered(() => post(at.url, '/openapi/order/cancel', cancel));
  expect(done.json.data.status).toBe(ORDER_STATUS.abandoned);
  const after = await answered(() => get(elsewhere.url, query));
  expect(after.json.data.status).toBe(ORDER_STATUS.abandoned);
  return listed.json.total as number;
}

test('show at once what was placed and cancelled at the other one, most of it by the replica', async () => {
  const [one, two] = nodes;
  for (const node of nodes)
    await within(PATIENCE_MS, async () => (await figure(node, 'swapdesk_replica_used')) === 1);
  for (let n = 0; n < 10; n++) {
    expect(await placeAndLook(one, two)).toBe(2 * n + 1);
    expect(await placeAndLook(two, one)).toBe(2 * n + 2);
  }
  for (const node of nodes) expect(await readBy(node, 'replica')).toBeGreaterThan(20);
});

test('show the same while the replica stands still, and read there again when it goes on', async () => {
  const [one, two] = nodes;
  await replica.ask('SELECT pg_wal_replay_pause()');
  const before = await readBy(two, 'primary');
  for (let n = 0; n < 5; n++) await placeAndLook(one, two);
  expect(await readBy(two, 'primary')).toBe(before + 15);
  await within(PATIENCE_MS, async () => (await figure(two, 'swapdesk_replica_lag_seconds')) > 1);
  const doctor = await runHere(['doctor'], { ...env, SWAPDESK_REPLICA_URL: replica.url });
  expect(doctor.output).toMatch(/^WRONG +replica \S+ +is \d+ bytes behind\. .*Reading at replicas/m);
  await replica.ask('SELECT pg_wal_replay_resume()');
  await within(PATIENCE_MS, async () => (await figure(two, 'swapdesk_replica_used')) === 1);
  const there = await readBy(two, 'replica');
  await placeAndLook(one, two);
  expect(await readBy(two, 'replica')).toBeGreaterThan(there);
  const well = await runHere(['doctor'], { ...env, SWAPDESK_REPLICA_URL: replica.url });
  expect(well.output).toMatch(/^ok +replica \S+ +has all that the primary had \d+ ms ago/m);
});
