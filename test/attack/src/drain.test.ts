import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Balancer } from '../../support/balancer.ts';
import { apiEnv } from '../../support/desk-store.ts';
import { freePort } from '../../support/free-port.ts';
import { type RunningService, startService } from '../../support/service.ts';
import { volume } from '../../support/volume.ts';
import { EventReader } from './support/event-reader.ts';
import { insertKey, setSetting, settled } from './support/keys.ts';
import { placement } from './support/samples.ts';
import { SteadyLoad } from './support/steady-load.ts';
import { get, type Key, openTarget, post, type Target, within } from './support/target.ts';

/** Several nodes as one service: behind a proxy, and with limits that hold for all of them. */

const CALCULATE = '/openapi/order/calculate';
const PLACE = '/openapi/order/place';
const QUERY = '/openapi/order/query?query_code=';
/** The proxy looks ten times a second; a busy machine takes longer. */
const DRAIN_S = 2;
const READY_MS = 20_000;
const PER_MINUTE = 60;
/** Nodes tell each other four times a second; a busy machine takes longer. */
const TOLD_MS = 5_000;
const ASK_MS = 250;

let target: Target;
let nodes: { url: string; env: Record<string, string>; running: RunningService }[];
let code: string;

beforeAll(async () => {
  target = await openTarget();
  nodes = await Promise.all(
    [1, 2].map(async () => {
      const port = String(await freePort());
      const env = { ...apiEnv(target.store), SWAPDESK_PORT: port, SWAPDESK_DRAIN_S: String(DRAIN_S) };
      return { url: `http://127.0.0.1:${port}`, env, running: await startService(env, 'api') };
    }),
  );
  code = (await post(target.url, PLACE, placement())).json.data.query_code;
});
afterAll(async () => {
  await Promise.all(nodes.map(({ running }) => running.stop()));
  await target.stop();
});

test('nodes behind a proxy that asks whether they are ready are stopped and started without a failed request', async () => {
  const balancer = await Balancer.start(nodes.map(({ url }) => url));
  const asked = [{ path: CALCULATE, body: placement() }, { path: QUERY + code }];
  const load = new SteadyLoad(balancer.url, 8, asked);
  for (let round = 0; round < volume(3, 12); round++) {
    const node = nodes[round % 2] as (typeof nodes)[number];
    const before = load.answered;
    expect(await node.running.stop()).toBe(0);
    node.running = await startService(node.env, 'api');
    await within(READY_MS, async () => balancer.isReady(node.url));
    expect(load.answered).toBeGreaterThan(before);
  }
  await load.stop();
  balancer.stop();
  expect(load.failures.slice(0, 10)).toEqual([]);
});

test('a node that is to stop says so at once, and begins and ends a stream that is asked for', async () => {
  const { url, env, running } = nodes[0] as (typeof nodes)[number];
  expect(await (await fetch(`${url}/health/ready`)).json()).toEqual({ ready: true });
  const stopped = running.stop();
  await within(DRAIN_S * 1_000, async () => {
    const answer = await fetch(`${url}/health/ready`);
    const isSaid = answer.status === 503;
    if (isSaid) expect(await answer.json()).toEqual({ ready: false, why: ['it is stopping'] });
    return isSaid;
  });
  expect((await fetch(`${url}/health/live`)).status).toBe(200);
  const reader = await EventReader.open(url, code);
  expect([reader.response.statusCode, reader.response.headers.connection]).toEqual([200, 'close']);
  await reader.ended();
  expect(await stopped).toBe(0);
  nodes[0] = { url, env, running: await startService(env, 'api') };
});

describe('limits of a caller', () => {
  let key: Key;
  beforeAll(async () => {
    key = await insertKey(target.store, 'eager');
    await setSetting(target.store.database, 'rate_limit_per_minute', 100_000);
    for (const { url } of nodes) await settled(url, target.store.database);
  });

  const urlOf = (node: number) => (nodes[node] as (typeof nodes)[number]).url;

  test('hold for streams that are open on another node', async () => {
    const openOn = (node: number, many: number) =>
      Promise.all(Array.from({ length: many }, () => EventReader.open(urlOf(node), code)));
    const path = `/openapi/order/events?query_code=${code}`;
    const readers = await openOn(0, 100);
    expect(readers.map(({ response }) => response.statusCode)).toEqual(Array(100).fill(200));
    // A stream has no end: only its refusal can be read.
    await within(TOLD_MS, async () => {
      const [reader] = await openOn(1, 1);
      reader?.close();
      return reader?.response.statusCode === 429;
    });
    expect((await get(urlOf(1), path)).json.msg).toBe('too many requests');
    for (const reader of readers) reader.close();
    await within(TOLD_MS, async () => {
      const [reader] = await openOn(1, 1);
      reader?.close();
      return reader?.response.statusCode === 200;
    });
  });

  test('hold for what was spent on another node', async () => {
    await setSetting(target.store.database, 'rate_limit_per_minute', PER_MINUTE);
    // Whoever watches has an allowance of their own.
    await within(READY_MS, async () => {
      const answers = await Promise.all([0, 1].map((node) => get(urlOf(node), QUERY + code, { key })));
      return answers.some(({ status }) => status === 429);
    });
    const fresh = await insertKey(target.store, 'fresh');
    const ask = async (node: number) => (await get(urlOf(node), QUERY + code, { key: fresh })).status;
    for (const node of [0, 1]) await within(READY_MS, async () => (await ask(node)) === 200);
    let answered = 2;
    while ((await ask(0)) === 200) answered++;
    expect(answered).toBeGreaterThan(PER_MINUTE / 2);
    // A few questions: of its own allowance for the caller, the other node has nearly all.
    await within(TOLD_MS, async () => (await ask(1)) === 429, ASK_MS);
  });
});
