import { once } from 'node:events';
import { request } from 'node:http';
import { connect, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiEnv, createDeskStore, type DeskStore } from '../../support/desk-store.ts';
import { type RunningService, runCommand, startService } from '../../support/service.ts';
import { IS_LONG } from '../../support/volume.ts';
import { insertKey, setSetting } from './support/keys.ts';
import { placement } from './support/samples.ts';
import { errorsIn, get, post, within } from './support/target.ts';
import { workersOf } from './support/workers-of.ts';

/** A node whose requests are answered by two processes. */

const SERVICE = '/openapi/service';
const LIST = '/openapi/order/list';
const CALCULATE = '/openapi/order/calculate';
const PER_MINUTE = 60;
/** They tell each other four times a second; a busy machine takes longer. Nobody spends what is left of an allowance by asking so seldom. */
const TOLD_MS = 2_500;
const ASK_MS = 250;
const START_MS = 30_000;

let store: DeskStore;
let service: RunningService;
beforeAll(async () => {
  store = await createDeskStore(4);
  service = await startService({ ...store.env, SWAPDESK_WORKERS: '2' });
});
afterAll(async () => {
  await service.kill();
  await store.drop();
});

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Asks over a connection of its own, so that each process gets every other one. */
async function askAnew(path: string): Promise<{ status: number; id: string }> {
  const asking = request(service.url + path, { agent: false }).end();
  const [response] = await once(asking, 'response');
  response.resume();
  return {
    status: response.statusCode,
    id: String(response.headers['x-request-id']).split('-')[0] as string,
  };
}

async function figures(): Promise<ReadonlyMap<string, number>> {
  const headers = { connection: 'close' };
  let text = '';
  // On a busy machine the store may take longer than whoever asks has patience for.
  await within(START_MS, async () => {
    const response = await fetch(`${service.url}/metrics`, { headers });
    text = await response.text();
    return response.ok;
  });
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const all = lines.map((line): [string, string] => {
    const end = line.lastIndexOf(' ');
    return [line.slice(0, end), line.slice(end + 1)];
  });
  // Each stands there once.
  expect(new Set(all.map(([name]) => name)).size).toBe(all.length);
  return new Map(all.map(([name, value]) => [name, Number(value)]));
}

const ASKED = 'swapdesk_requests_total{endpoint="calculate",status="200"}';

test('answers by both at one port, and says how many they are', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => askAnew('/health/ready')));
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(new Set(answers.map(({ id }) => id)).size).toBe(2);
  expect(service.output()).toMatch(/^ {2}Workers {4}2$/m);
  expect(workersOf(service).length).toBe(2);
});

test('gives the sum of what they count, whichever is asked, and what is in the store once', async () => {
  for (let n = 0; n < 10; n++)
    await post(service.url, CALCULATE, placement(), { headers: { connection: 'close' } });
  for (let n = 0; n < 4; n++) {
    const read = await figures();
    expect([read.get(ASKED), read.get('swapdesk_workers')]).toEqual([10, 2]);
    expect(read.get('swapdesk_held')).toBe(0);
  }
});

test('starts another one in the place of one that was killed, and forgets nothing that it counted', async () => {
  const [killed] = workersOf(service) as [number, number];
  process.kill(killed, 'SIGKILL');
  // What it had been given when it was killed is cut.
  const workers = async () => (await figures().catch(() => null))?.get('swapdesk_workers');
  await within(START_MS, async () => !isRunning(killed) && (await workers()) === 2);
  expect((await figures()).get(ASKED)).toBe(10);
  expect(errorsIn(service.output()).length).toBe(1);
  expect(service.output()).toMatch(
    /"how":"SIGKILL","pauseMs":250,"msg":"a worker ended; another is started"/,
  );
  const answers = await Promise.all(Array.from({ length: 20 }, () => askAnew('/health/ready')));
  expect(new Set(answers.map(({ id }) => id)).size).toBe(2);
});

test('has one allowance for each caller', async () => {
  await setSetting(store.database, 'rate_limit_per_minute', PER_MINUTE);
  await insertKey(store, 'anyone');
  // Lists are for keys, once there is one: then both have heard of it, and of the setting that was made before.
  await within(START_MS, async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => askAnew(LIST)));
    return answers.every(({ status }) => status !== 200);
  });
  const isAnswered = async () => (await askAnew(SERVICE)).status === 200;
  // Each of the two lets two thirds of the allowance through; a moment later both know that there is nothing left.
  await Promise.all(Array.from({ length: (PER_MINUTE * 4) / 3 }, isAnswered));
  await within(TOLD_MS, async () => !(await isAnswered()) && !(await isAnswered()), ASK_MS);
});

describe('that is stopped', () => {
  test('ends all of them and leaves nothing behind', async () => {
    const workers = workersOf(service);
    expect(await service.stop()).toBe(0);
    expect(workers.map(isRunning)).toEqual([false, false]);
    expect(service.output().trim().split('\n').at(-1)).toBe('Stopped. All data is kept.');
  });

  test.runIf(IS_LONG)('by killing it alone: what is under way is answered, and its workers end', async () => {
    const node = await startService({ ...apiEnv(store), SWAPDESK_WORKERS: '2' }, 'api');
    const workers = workersOf(node);
    expect(workers.length).toBe(2);
    const { hostname, port } = new URL(node.url);
    const body = JSON.stringify(placement());
    const socket = connect({ host: hostname, port: Number(port) });
    let heard = '';
    socket.on('data', (piece) => {
      heard += piece;
    });
    socket.write(
      `POST ${CALCULATE} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 20)}`,
    );
    // A request over another connection that was answered came after it.
    await get(node.url, '/health/live');
    await node.kill();
    socket.write(body.slice(20));
    await once(socket, 'close');
    expect(heard).toMatch(/^HTTP\/1.1 200 /);
    await within(START_MS, async () => !workers.some(isRunning));
  });
});

test.runIf(IS_LONG)('that cannot start says why in one line, whichever process finds out', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as { port: number };
  const env = { ...apiEnv(store), SWAPDESK_PORT: '0', SWAPDESK_WORKERS: '2' };
  const { code, output } = await runCommand(['api'], { ...env, SWAPDESK_CONSOLE_LISTEN: String(port) });
  expect([code, output.trim().split('\n')]).toEqual([
    1,
    [expect.stringMatching(/^Port \d+ on 127.0.0.1 is taken\. .*SWAPDESK_CONSOLE_LISTEN\.$/)],
  ]);
  taken.close();
});
