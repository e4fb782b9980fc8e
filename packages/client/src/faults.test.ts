import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createDeskStore, type DeskStore } from '../../../test/support/desk-store.ts';
import { type RunningService, startService } from '../../../test/support/service.ts';
import { IS_LONG } from '../../../test/support/volume.ts';
import { SwapdeskClient } from './client.ts';
import { NetworkError } from './network-error.ts';
import { type Fault, FaultyRelay } from './testing/faulty-relay.ts';
import { TimeoutError } from './timeout-error.ts';
import { ORDER_STATUS } from './wire/statuses.ts';

/** What a network can do to requests, between the client and a real service. */

const SHORT_MS = 400;

let store: DeskStore;
let service: RunningService;
let relay: FaultyRelay;
let client: SwapdeskClient;
beforeAll(async () => {
  store = await createDeskStore();
  service = await startService(store.env);
  relay = await FaultyRelay.open(service.url);
  client = new SwapdeskClient({ url: relay.url });
});
afterEach(() => {
  relay.faults.length = 0;
  relay.asked.length = 0;
});
afterAll(async () => {
  await relay?.close();
  await service?.stop();
  await store?.drop();
});

const order = {
  exchange_mode: 'float',
  from_chain: 'Bitcoin',
  from_abbr: 'BTC',
  from_quantity: '0.05',
  to_address: [
    { to_chain: 'Ethereum', to_abbr: 'ETH', to_address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045' },
  ],
} as const;

async function countOrders(): Promise<number> {
  return (await new SwapdeskClient({ url: service.url }).list()).total;
}

function meet(...faults: Fault[]): void {
  relay.faults.push(...faults);
}

it('makes one order, however often the answer is lost', async () => {
  const before = await countOrders();
  meet('lost', 'lost', 'refused');
  const { query_code } = await client.place(order);
  expect((await client.query(query_code)).query_code).toBe(query_code);
  expect(await countOrders()).toBe(before + 1);
  const keys = relay.asked.slice(0, 4).map(({ headers }) => headers['idempotency-key']);
  expect(new Set(keys).size).toBe(1);
});

it('quotes past a proxy and a service that have their troubles', async () => {
  meet('gateway', 'busy', 'refused');
  expect((await client.calculate(order)).to).toHaveLength(1);
  expect(relay.asked).toHaveLength(4);
});

it('follows no redirect: what is signed goes to nobody else, and nobody else says where to pay', async () => {
  let asked = 0;
  const elsewhere = createServer((_, response) => {
    asked++;
    response.end('{"code":0,"msg":"success","data":[]}');
  }).listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  const { port } = elsewhere.address() as AddressInfo;
  const leading = createServer((request, response) => {
    response.writeHead(307, { location: `http://127.0.0.1:${port}${request.url}` }).end();
  }).listen(0, '127.0.0.1');
  await once(leading, 'listening');
  const led = new SwapdeskClient({ url: `http://127.0.0.1:${(leading.address() as AddressInfo).port}` });
  await expect(led.place(order, { retries: 0 })).rejects.toThrow(NetworkError);
  await expect(led.prices({ retries: 0 })).rejects.toThrow(NetworkError);
  expect(asked).toBe(0);
  for (const each of [elsewhere, leading]) each.close();
});

it('waits as long as it is told to', async () => {
  meet('throttled');
  const began = performance.now();
  await client.prices();
  expect(performance.now() - began).toBeGreaterThanOrEqual(990);
});

it('gives up after as many attempts as were asked for', async () => {
  meet('gateway', 'gateway', 'gateway');
  const failed = client.prices({ retries: 2 });
  await expect(failed).rejects.toThrow(NetworkError);
  await expect(failed).rejects.toMatchObject({ status: 502 });
  expect(relay.asked).toHaveLength(3);
});

it('sends a payment, a decision and a cancellation once', async () => {
  const { query_code, manage_code } = await client.place(order);
  const managed = { query_code, manage_code };
  meet('lost');
  await expect(client.cancel(managed)).rejects.toThrow(NetworkError);
  meet('refused');
  await expect(client.resolve({ ...managed, action: 'exchange' })).rejects.toThrow(NetworkError);
  meet('refused');
  await expect(client.testnet.pay({ query_code })).rejects.toThrow(NetworkError);
  expect(relay.asked).toHaveLength(4);
  meet('throttled');
  expect((await client.cancel(managed)).status).toBe(ORDER_STATUS.abandoned);
});

it('waits no longer than it should for an answer', async () => {
  meet('silent');
  await expect(client.prices({ timeoutMs: SHORT_MS, retries: 0 })).rejects.toThrow(TimeoutError);
  meet('silent');
  expect(await client.prices({ timeoutMs: SHORT_MS })).not.toEqual([]);
});

it('ends with the reason of its caller: under way, and while it waits', async () => {
  const reason = new Error('nobody wants it any more');
  for (const fault of ['silent', 'throttled'] as const) {
    meet(fault);
    const controller = new AbortController();
    const call = client.prices({ signal: controller.signal });
    setTimeout(() => controller.abort(reason), SHORT_MS);
    await expect(call).rejects.toBe(reason);
  }
  await expect(client.prices({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});

it.runIf(IS_LONG)('misses no event and gets none twice, however often the stream breaks', async () => {
  const { query_code } = await client.place(order);
  meet('busy', 'cut', 'gateway', 'cut', 'refused', 'cut');
  const numbers: number[] = [];
  const events = client.events(query_code);
  const first = events.next();
  await new SwapdeskClient({ url: service.url }).testnet.pay({ query_code });
  for (let next = await first; !next.done; next = await events.next()) {
    numbers.push(next.value.number);
    if (next.value.status === ORDER_STATUS.completed) break;
  }
  await events.return();
  expect(numbers).toEqual(numbers.map((_, n) => n + 1));
  expect(numbers.length).toBeGreaterThan(5);
  expect(relay.asked.filter(({ path }) => path.includes('/order/events')).length).toBeGreaterThan(6);
});

it('ends a stream with the reason of its caller, and when the service stays away', async () => {
  const { query_code } = await client.place(order);
  const reason = new Error('nobody wants it any more');
  const controller = new AbortController();
  const waiting = client.events(query_code, { signal: controller.signal }).next();
  setTimeout(() => controller.abort(reason), SHORT_MS);
  await expect(waiting).rejects.toBe(reason);
  meet('gateway', 'refused');
  await expect(client.events(query_code, { retries: 1 }).next()).rejects.toThrow(NetworkError);
});
