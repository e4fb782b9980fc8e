import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { wantFewAddresses } from '../../support/desk-store.ts';
import { type RunningService, startService } from '../../support/service.ts';
import { volume } from '../../support/volume.ts';
import { killNow, postgresOf, usersOf } from './support/postgres.ts';
import { placement } from './support/samples.ts';
import { get } from './support/target.ts';
import { Wire } from './support/wire.ts';

const ROUNDS = volume(1, 20);
const CONNECTIONS = 16;
/** Orders that must have been acknowledged in a round before it ends; the kill comes in the midst of more. */
const PER_ROUND = volume(40, 60);
/** As many of each kind as the orders of a round can take. */
const ADDRESSES = volume(40, 250);
const START_LIMIT_MS = 60_000;

interface Acknowledged {
  readonly no: string;
  readonly query_code: string;
  readonly address: string;
}

let dataDir: string;
let service: RunningService;
const acknowledged: Acknowledged[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'swapdesk-kill-'));
  await wantFewAddresses(dataDir, ADDRESSES);
  service = await startService({ SWAPDESK_DATA_DIR: dataDir });
});
afterAll(async () => {
  if (service.process.exitCode === null && service.process.signalCode === null) await service.stop();
  await rm(dataDir, { recursive: true });
});

type Victims = 'service' | 'postmaster' | 'backend' | 'all';

/** In turn: the service, its database, a piece of it, or both. */
const VICTIMS: readonly Victims[] = ['service', 'postmaster', 'service', 'backend', 'all'];

function victims(round: number): Victims {
  return VICTIMS[round % VICTIMS.length] as Victims;
}

async function strike(round: number): Promise<void> {
  const [postmaster, ...children] = postgresOf(dataDir) as [number, ...number[]];
  const exited = once(service.process, 'exit');
  switch (victims(round)) {
    case 'service':
      service.process.kill('SIGKILL');
      break;
    case 'postmaster':
      killNow(postmaster);
      break;
    case 'backend':
      // The server cuts every connection and recovers; then the service dies as well.
      killNow(children.at(-1) as number);
      service.process.kill('SIGKILL');
      break;
    case 'all':
      for (const pid of [postmaster, ...children]) killNow(pid);
      service.process.kill('SIGKILL');
  }
  // Without its database the service ends by itself.
  await exited;
}

/** Places orders over all connections until the service is gone. Resolves early, with enough, to let it be killed. */
function load(): { enough: Promise<void>; over: Promise<unknown> } {
  const wire = new Wire(service.url, CONNECTIONS);
  const assets = ['Ethereum/ETH', 'TRON/TRX', 'Solana/SOL', 'Bitcoin/BTC'];
  const requests = assets.map((asset) => {
    const body = JSON.stringify(placement(asset));
    const head = `POST /openapi/order/place HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n`;
    return Buffer.from(`${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  });
  let count = 0;
  let tell = () => {};
  const enough = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const place = async (n: number) => {
    for (;;) {
      const { body } = await wire.send(requests[(n + count) % requests.length] as Buffer);
      const { code, data } = JSON.parse(body);
      if (code === 0) acknowledged.push(data);
      if (code === 0 && ++count >= PER_ROUND) tell();
    }
  };
  const over = Promise.allSettled(Array.from({ length: CONNECTIONS }, (_, n) => place(n))).then(() =>
    wire.close(),
  );
  return { enough, over };
}

async function missing(orders: readonly Acknowledged[]): Promise<string[]> {
  const wire = new Wire(service.url, CONNECTIONS);
  const found = await Promise.all(
    orders.map(async ({ no, query_code, address }) => {
      const { body } = await wire.send(
        Buffer.from(`GET /openapi/order/query?query_code=${query_code} HTTP/1.1\r\nhost: localhost\r\n\r\n`),
      );
      const { data } = JSON.parse(body);
      return data?.no === no && data.address === address;
    }),
  );
  wire.close();
  return orders.filter((_, n) => !found[n]).map(({ no }) => no);
}

test(`after each of ${ROUNDS} kills under load, every acknowledged order is there at the next start`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const before = acknowledged.length;
    const { enough, over } = load();
    await enough;
    await strike(round);
    await over;
    const began = performance.now();
    service = await startService({ SWAPDESK_DATA_DIR: dataDir }).catch((error: Error) => {
      throw new Error(`round ${round}, after the end of ${victims(round)}: ${error.message}`);
    });
    expect({ round, tookMs: performance.now() - began }).toEqual({
      round,
      tookMs: expect.toSatisfy((ms) => ms < START_LIMIT_MS),
    });
    expect({ round, lost: await missing(acknowledged.slice(before)) }).toEqual({ round, lost: [] });
    const { json } = await get(service.url, '/openapi/order/list?page_size=1');
    expect(json.total).toBeGreaterThanOrEqual(acknowledged.length);
  }
  expect(await missing(acknowledged)).toEqual([]);
}, 480_000);

test('and what the list shows is dense: no order twice, no address twice, none lost on a page', async () => {
  const shown: { no: string; query_code: string; address: string; create_at: number }[] = [];
  let total = 0;
  for (let page = 1; page === 1 || shown.length < total; page++) {
    const { json } = await get(service.url, `/openapi/order/list?page_size=100&direction=ASC&page=${page}`);
    total = json.total;
    shown.push(...json.data);
    expect(json.data.length).toBeGreaterThan(0);
  }
  expect(shown.length).toBe(total);
  for (const key of ['no', 'query_code', 'address'] as const)
    expect(new Set(shown.map((order) => order[key])).size).toBe(total);
  const nos = new Set(shown.map(({ no }) => no));
  expect(acknowledged.filter(({ no }) => !nos.has(no))).toEqual([]);
  const times = shown.map(({ create_at }) => create_at);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
});

test('the counts by status agree with the list after all that', async () => {
  const all = await get(service.url, '/openapi/order/list?page_size=1');
  const waiting = await get(service.url, '/openapi/order/list?page_size=1&status=1');
  expect(waiting.json.total).toBe(all.json.total);
});

test('a last start adopts nothing stale: Ctrl-C ends it, and its database with it', async () => {
  expect(usersOf(dataDir).length).toBeGreaterThan(0);
  expect(await service.stop()).toBe(0);
  expect(usersOf(dataDir)).toEqual([]);
});
