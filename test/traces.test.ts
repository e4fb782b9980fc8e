import { afterAll, beforeAll, expect, it } from 'vitest';
import { TraceReceiver } from '../packages/service/src/traces/testing/trace-receiver.ts';
import { newReceiver } from './attack/src/support/receivers.ts';
import { placement } from './attack/src/support/samples.ts';
import { within } from './attack/src/support/target.ts';
import { BLOCK_PAUSE_MS } from './support/block-pause.ts';
import { createDeskStore, type DeskStore, PASSPHRASE } from './support/desk-store.ts';
import { type RunningService, startService } from './support/service.ts';
import { IS_LONG } from './support/volume.ts';

/** A swap as traces tell it: an api node and an engine, each in a process of its own, and somebody who takes what they tell. */

const PATIENCE_MS = 60_000;
const HEADER = 'Bearer key-of-whoever-takes-traces';
/** That of a client who is told of, too. */
const TRACE = 'a1'.repeat(16);
const SPAN = 'b2'.repeat(8);
/** As the protocol numbers what answers requests. */
const SERVER = 2;

let store: DeskStore;
let receiver: TraceReceiver;
let api: RunningService;
let engine: RunningService;
beforeAll(async () => {
  [store, receiver] = await Promise.all([createDeskStore(5), TraceReceiver.open()]);
  const traced = {
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_HEADERS: `authorization=${encodeURIComponent(HEADER)}`,
    OTEL_BSP_SCHEDULE_DELAY: '50',
    OTEL_BSP_MAX_QUEUE_SIZE: '200',
    // What begins here is not told of; what a client, or another process, tells of is.
    OTEL_TRACES_SAMPLER_ARG: '0',
  };
  const { SWAPDESK_PASSPHRASE, ...apiEnv } = store.env;
  [engine, api] = await Promise.all([
    startService({ ...store.env, ...traced }, 'engine'),
    startService({ ...apiEnv, ...traced, OTEL_SERVICE_NAME: 'desk' }, 'api'),
  ]);
});
afterAll(async () => {
  await Promise.all([api?.kill(), engine?.kill()]);
  await Promise.all([store?.drop(), receiver?.close()]);
});

async function ask(path: string, body: object, headers: Record<string, string> = {}) {
  const answer = await fetch(`${api.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const { data } = (await answer.json()) as {
    data: Record<'order_no' | 'query_code' | 'manage_code', string>;
  };
  return data;
}

/** Places an order and pays it. */
async function order(traceparent?: string) {
  const body = placement('Bitcoin/BTC', 'Ethereum/ETH');
  for (const entry of body.to_address) entry.to_address = newReceiver(entry.to_chain);
  const placed = await ask('/openapi/order/place', body, traceparent === undefined ? {} : { traceparent });
  await ask('/testnet/pay', { query_code: placed.query_code });
  return placed;
}

const completed = (orders: readonly { readonly order_no: string }[]) =>
  within(
    PATIENCE_MS,
    async () => {
      for (const chain of ['Bitcoin', 'Ethereum']) await ask('/testnet/mine', { chain });
      const { rowCount } = await store.database.query(
        'SELECT 1 FROM orders WHERE no = ANY ($1) AND status = 4',
        [orders.map(({ order_no }) => order_no)],
      );
      return rowCount === orders.length;
    },
    BLOCK_PAUSE_MS,
  );

async function counted(outcome: string): Promise<number> {
  const page = await (await fetch(`${api.url}/metrics`)).text();
  return Number(new RegExp(`^swapdesk_trace_spans_total{outcome="${outcome}"} (\\d+)$`, 'm').exec(page)?.[1]);
}

it('is one trace from the request that placed it to its payout, found by the number of the order', async () => {
  const told = await order(`00-${TRACE}-${SPAN}-01`);
  const untold = await order();
  await completed([told, untold]);
  /** What happened to it, in that order, whichever process and job told it. */
  const happened = () =>
    receiver
      .ofOrder(told.order_no)
      .flatMap((span) => span.happened)
      .sort((a, b) => Number(a.at - b.at))
      .map(({ name, facts }) => (facts.to === undefined ? name : `${name} ${facts.to}`));
  await expect.poll(happened, { timeout: PATIENCE_MS }).toContain('order.status 4');
  await expect.poll(() => receiver.spans.some(({ kind }) => kind === SERVER)).toBe(true);
  const steps = [
    ...['deposit.confirmed', 'order.status 3', 'payout.signed', 'payout.sent', 'payout.mined'],
    ...['payout.confirmed', 'order.status 4'],
  ];
  expect(happened().filter((what) => steps.includes(what))).toEqual(steps);

  const spans = receiver.ofOrder(told.order_no);
  expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([TRACE]));
  const request = spans.find(({ kind }) => kind === SERVER);
  const others = spans.filter((span) => span !== request);
  expect(request).toMatchObject({ name: 'POST /openapi/order/place', parentSpanId: SPAN });
  expect(request?.facts).toMatchObject({
    'http.response.status_code': 200,
    'http.route': '/openapi/order/place',
  });
  expect(request?.resource).toMatchObject({ 'service.name': 'desk', 'swapdesk.role': 'api' });
  for (const step of others) {
    expect(step).toMatchObject({ parentSpanId: request?.spanId, status: {} });
    expect(step.resource).toMatchObject({ 'service.name': 'swapdesk', 'swapdesk.role': 'engine' });
  }
  const names = new Set(others.map(({ name }) => name));
  for (const name of ['accept deposits', 'sign payouts', 'send payments', 'follow a block'])
    expect(names).toContain(name);
  /** The statements and parts of what has this name. */
  const below = (name: string) => {
    const within = receiver.inTrace(TRACE).filter((span) => span.name === name);
    const ids = new Set(within.map(({ spanId }) => spanId));
    return receiver
      .inTrace(TRACE)
      .filter(({ parentSpanId = '' }) => ids.has(parentSpanId))
      .map((span) => span.name);
  };
  expect(below('store orders')).toEqual([expect.stringMatching(/^insert-orders/)]);
  expect(below('sign payouts')).toEqual(expect.arrayContaining(['sign', 'payouts-signed', 'COMMIT']));
  expect(below('send payments')).toEqual(expect.arrayContaining(['send', 'attempts-sent', 'COMMIT']));
  // Each began within what it was part of, and payments are named.
  const [signed] = receiver.ofOrder(told.order_no).filter(({ name }) => name === 'sign payouts');
  const { rows } = await store.database.query<{ payment_id: number }>(
    'SELECT payment_id FROM payout p JOIN orders o ON o.id = p.order_id WHERE o.no = $1',
    [told.order_no],
  );
  expect(signed?.happened).toMatchObject([
    { name: 'payout.signed', facts: { 'swapdesk.payment': rows[0]?.payment_id } },
  ]);

  // The other was placed, moved and paid as well, and nobody was told.
  expect(receiver.ofOrder(untold.order_no)).toEqual([]);
  expect(await counted('sent')).toBeGreaterThan(0);
  const all = receiver.bodies.join('\n');
  const secrets = [told.query_code, told.manage_code, untold.query_code, PASSPHRASE, HEADER];
  for (const secret of secrets) expect(all).not.toContain(secret);
  expect(all).not.toContain(told.query_code.replaceAll('-', ''));
  expect(receiver.headers[0]?.authorization).toBe(HEADER);
});

it.runIf(IS_LONG)(
  'goes on, and ends at once, whatever becomes of traces: what is lost is counted',
  async () => {
    receiver.answer = () => {};
    const orders = [];
    for (let n = 0; n < 3; n++) orders.push(await order(`00-${`c${n}`.repeat(16)}-${SPAN}-01`));
    await completed(orders);
    const more = { traceparent: `00-${'d1'.repeat(16)}-${SPAN}-01` };
    const askMore = async () => {
      await ask('/testnet/mine', { chain: 'Dogecoin' }, more);
      return counted('dropped');
    };
    await expect.poll(askMore, { timeout: PATIENCE_MS }).toBeGreaterThan(0);
    const began = performance.now();
    expect(await Promise.all([api.stop(), engine.stop()])).toEqual([0, 0]);
    console.log(`stopped in ${((performance.now() - began) / 1_000).toFixed(1)} s with a silent receiver`);
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(`${api.output()}${engine.output()}`).not.toContain(HEADER);
  },
);
