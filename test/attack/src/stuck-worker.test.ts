import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDeskStore, type DeskStore } from '../../support/desk-store.ts';
import { type RunningService, startService } from '../../support/service.ts';
import { within } from './support/target.ts';
import { workersOf } from './support/workers-of.ts';

/** A node with two workers, of which one is stopped in the midst of what it does: it is there, takes connections, and answers nobody. */

const STUCK_MS = 10_000;
const PATIENCE_MS = 60_000;

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

/** Asks over a connection of its own; what is answered, and how long that took. */
async function askAnew(): Promise<{ heard: string; ms: number }> {
  const { hostname, port } = new URL(service.url);
  const began = performance.now();
  const socket = connect({ host: hostname, port: Number(port) });
  let heard = '';
  socket.on('data', (piece) => {
    heard += piece;
  });
  socket.write('GET /openapi/service HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  await once(socket, 'close');
  return { heard: heard.split('\r\n')[0] as string, ms: performance.now() - began };
}

test('a worker that answers nothing is ended and replaced; who was waiting for it is answered by another', async () => {
  const [stopped, other] = workersOf(service) as [number, number];
  process.kill(stopped, 'SIGSTOP');
  const began = performance.now();
  // One at most is handed to it: it has not taken that, so it gets no other.
  const answers = await Promise.all(Array.from({ length: 20 }, askAnew));
  expect(answers.map(({ heard }) => heard)).toEqual(Array(20).fill('HTTP/1.1 200 OK'));
  expect(answers.filter(({ ms }) => ms > STUCK_MS / 2).length).toBe(1);
  const tookMs = performance.now() - began;
  expect(tookMs).toBeGreaterThan(STUCK_MS - 2_000);
  expect(tookMs).toBeLessThan(STUCK_MS + 10_000);
  expect(service.output()).toMatch(
    new RegExp(`"worker":${stopped},"silentMs":\\d+,"msg":"a worker answers nothing: it is ended"`),
  );
  await within(PATIENCE_MS, async () => workersOf(service).length === 2);
  expect(workersOf(service)).not.toContain(stopped);
  expect(workersOf(service)).toContain(other);
  await within(PATIENCE_MS, async () => {
    const text = await fetch(`${service.url}/metrics`).then(
      (answer) => answer.text(),
      () => '',
    );
    return /^swapdesk_workers_stuck_total 1$/m.test(text) && /^swapdesk_workers 2$/m.test(text);
  });
});

test('one that is killed loses no connection that it has not taken', async () => {
  const [stopped] = workersOf(service) as [number, number];
  process.kill(stopped, 'SIGSTOP');
  const asked = Array.from({ length: 10 }, askAnew);
  // All but one are answered by the other, so that one waits.
  await Promise.any(asked);
  process.kill(stopped, 'SIGKILL');
  const answers = await Promise.all(asked);
  expect(answers.map(({ heard }) => heard)).toEqual(Array(10).fill('HTTP/1.1 200 OK'));
  expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(STUCK_MS / 2);
});
