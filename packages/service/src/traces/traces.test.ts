import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Decimal, ORDER_STATUS } from '@swapdesk/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { HttpRpc } from '../chains/evm/evm-rpc.ts';
import { changeStatus } from '../orders/change-status.ts';
import { orderStore } from '../orders/store-order.ts';
import { plainOrder, termsAt } from '../orders/testing/new-orders.ts';
import type { Terms } from '../pricing/terms.ts';
import { type Database, openDatabase } from '../store/database.ts';
import { transaction } from '../store/transaction.ts';
import { type RequestTrace, RequestTraces } from './request-traces.ts';
import { Sampler } from './sampler.ts';
import type { ToldSpan } from './span.ts';
import { Steps } from './steps.ts';
import { readTraceparent } from './trace-context.ts';
import { tracePool } from './trace-pool.ts';
import { Tracing } from './tracing.ts';

const NOW = 1_700_000_000;
const PLACE = { method: 'POST', route: '/order/place', beganMs: performance.now(), nextId: () => 'r-1' };
const SECRET = 'what nobody is to know';

let store: TestDatabase;
let database: Database;
let terms: Terms;
let addresses = 0;
let told: ToldSpan[];
let left: number;
let tracing: Tracing;
let steps: Steps;
let requests: RequestTraces;

beforeAll(async () => {
  store = await createTestDatabase();
  terms = await termsAt(NOW, store.database, {
    exchange_mode: 'float',
    from_chain: 'Bitcoin',
    from_abbr: 'BTC',
    from_quantity: Decimal.parse('0.05') as Decimal,
    to_address: [{ to_chain: 'Ethereum', to_abbr: 'ETH', to_group_ratio: Decimal.parse('1') as Decimal }],
  });
});
afterAll(() => store.drop());
beforeEach(() => {
  [told, left] = [[], 0];
  const tell = (spans: readonly ToldSpan[], more: number) => {
    told.push(...spans);
    left += more;
  };
  tracing = new Tracing({ random: randomBytes, nowMs: Date.now, tell });
  database = openDatabase({ connectionString: store.url }, 3);
  steps = new Steps(tracing, database);
  tracePool(database, tracing, steps.touched);
  requests = new RequestTraces(tracing, new Sampler({ isByParent: true, ratio: 1 }, Date.now));
});
afterEach(() => database.end());

const begin = (traceparent?: string) => requests.begin(traceparent, PLACE) as RequestTrace;
const named = (name: string) => told.filter((span) => span.name === name);
/** Stores an order as a request that is told of does; returns its id and number. */
async function placed(trace = begin(), save = orderStore(database, () => NOW)) {
  const order = { ...plainOrder(terms, ++addresses), trace: trace.run(() => tracing.place()) };
  const { id, no } = await trace.run(() => save(order));
  trace.end(200);
  return { id, no, traceId: trace.ids.traceId };
}
const move = (ids: readonly number[]) =>
  steps.step('move orders', { 'swapdesk.chain': 'Bitcoin' }, () =>
    transaction(database, (client) =>
      changeStatus(client, {
        orderIds: ids,
        from: ORDER_STATUS.waiting,
        to: ORDER_STATUS.sent,
        cause: 'seen',
        at: NOW,
      }),
    ),
  );

describe('a request', () => {
  it('is told of with its statements: by their names, and without what they were given', async () => {
    const trace = begin(`00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`);
    await trace.run(async () => {
      await database.query({ name: 'find-it', text: 'SELECT $1::text', values: [SECRET] });
      await transaction(database, (client) => client.query(`SELECT '${SECRET}' AS said FROM setting`));
      await database.query('UPDATE setting SET value = value WHERE name = $1', [SECRET]);
    });
    trace.end(200);
    expect(told.map(({ name, parentId }) => [name, parentId])).toEqual([
      ['POST /order/place', 'b'.repeat(16)],
      ...['find-it', 'BEGIN', 'SELECT setting', 'COMMIT', 'UPDATE setting'].map((name) => [
        name,
        told[0]?.spanId,
      ]),
    ]);
    expect(new Set(told.map(({ traceId }) => traceId))).toEqual(new Set(['a'.repeat(32)]));
    expect(told[0]?.facts).toMatchObject({ 'http.response.status_code': 200, 'swapdesk.request': 'r-1' });
    expect(
      told.every(({ beganMs, endedMs }) => beganMs <= endedMs && Math.abs(endedMs - Date.now()) < 5_000),
    ).toBe(true);
    expect(JSON.stringify(told)).not.toContain(SECRET);
  });

  it('that fails is told by the name of what went wrong, not by its words', async () => {
    const trace = begin();
    const asked = trace.run(() => database.query('SELECT * FROM nowhere WHERE it = $1', [SECRET]));
    await expect(asked).rejects.toThrow('nowhere');
    trace.end(500);
    expect(told.map(({ failure }) => failure)).toEqual(['500', 'error']);
    expect(JSON.stringify(told)).not.toMatch(/does not exist/);
  });

  it('that nobody is to be told of has no place to go on from, and its statements are nobody’s', async () => {
    const quiet = new RequestTraces(tracing, new Sampler({ isByParent: true, ratio: 0 }, Date.now));
    expect(quiet.begin(undefined, PLACE)).toBeNull();
    expect(quiet.begin(`00-${'a'.repeat(32)}-${'b'.repeat(16)}-00`, PLACE)).toBeNull();
    await database.query('SELECT 1');
    expect(tracing.place()).toBeNull();
    expect(told).toEqual([]);
  });

  it('is over when it is answered: what comes later is part of nothing, and what is too much is counted', async () => {
    const trace = begin();
    for (let n = 0; n < 500; n++) trace.run(() => tracing.past('asked', 'client', {}, 1));
    trace.end(200);
    trace.run(() => tracing.past('too late', 'client', {}, 1));
    trace.end(200);
    expect(told.length).toBe(400);
    expect(left).toBe(101);
  });

  it('tells with others of the same moment who shared their commit', async () => {
    const save = orderStore(database, () => NOW, tracing.shared('store orders'));
    const orders = await Promise.all([1, 2, 3].map(() => placed(begin(), save)));
    // One that comes while they are stored, and one that nobody is told of: neither is part of the others.
    expect(named('store orders').length).toBe(3);
    const [carrying] = named('store orders').filter(({ links }) => links.length === 0);
    const insert = told.filter(({ name }) => name.startsWith('insert-orders'));
    expect(insert).toMatchObject([{ traceId: carrying?.traceId, parentId: carrying?.spanId }]);
    for (const { links } of named('store orders').filter((span) => span !== carrying))
      expect(links).toEqual([{ traceId: carrying?.traceId, spanId: carrying?.spanId }]);
    expect(new Set(orders.map(({ traceId }) => traceId)).size).toBe(3);
  });
});

describe('a step of a job', () => {
  it('is told in the trace of the order that it moved, with its statements and what nodes were asked', async () => {
    const node = createServer((_, response) => response.end('{"jsonrpc":"2.0","id":1,"result":"0x1"}'));
    await new Promise<void>((done) => node.listen(0, '127.0.0.1', done));
    const url = `http://user:${encodeURIComponent(SECRET)}@127.0.0.1:${(node.address() as AddressInfo).port}`;
    const rpc = new HttpRpc({
      url,
      timeoutMs: 1_000,
      took: (method, ms, failure) => tracing.past(method, 'client', { 'rpc.method': method }, ms, failure),
    });
    const { id, no, traceId } = await placed();
    const root = told[0];
    told.length = 0;
    await steps.step('move orders', { 'swapdesk.chain': 'Bitcoin' }, async () => {
      await rpc.call('eth_chainId', [SECRET]);
      await transaction(database, (client) =>
        changeStatus(client, {
          orderIds: [id],
          from: ORDER_STATUS.waiting,
          to: ORDER_STATUS.sent,
          cause: 'seen',
          at: NOW,
        }),
      );
    });
    rpc.close();
    node.close();
    expect(told.map(({ name }) => name)).toEqual([
      'move orders',
      'eth_chainId',
      'BEGIN',
      'change-status-1-2-seen',
      'COMMIT',
    ]);
    const [step, ...within] = told;
    expect(step).toMatchObject({
      traceId,
      parentId: root?.spanId,
      links: [],
      failure: null,
      facts: { 'swapdesk.order': no, 'swapdesk.order_id': id, 'swapdesk.chain': 'Bitcoin' },
      happened: [{ name: 'order.status', facts: { from: 1, to: 2, cause: 'seen' } }],
    });
    for (const span of within) expect(span).toMatchObject({ traceId, parentId: step?.spanId });
    expect(within[0]?.endedMs).toBeGreaterThan(within[0]?.beganMs ?? 0);
    expect(JSON.stringify(told)).not.toContain(SECRET);
    expect(steps.traceIdOf(no)).toBe(traceId);
  });

  it('that moved several is told once in full, and leads there from the traces of the others', async () => {
    const orders = [await placed(), await placed(), await placed()];
    told.length = 0;
    await move(orders.map(({ id }) => id));
    const moved = named('move orders');
    expect(moved.map(({ traceId, facts }) => [traceId, facts['swapdesk.order']])).toEqual(
      orders.map(({ traceId, no }) => [traceId, no]),
    );
    const [full, ...others] = moved;
    for (const { links, spanId } of others) {
      expect(links).toEqual([{ traceId: full?.traceId, spanId: full?.spanId }]);
      expect(spanId).not.toBe(full?.spanId);
    }
    expect(told.filter(({ name }) => name === 'COMMIT').map(({ traceId }) => traceId)).toEqual([
      full?.traceId,
    ]);
  });

  it('that moved none that is told of is forgotten, and so is one that moved nothing', async () => {
    const untold = { ...plainOrder(terms, ++addresses), trace: null };
    const { id } = await orderStore(database, () => NOW)(untold);
    await move([id]);
    await steps.step('look', {}, () => database.query('SELECT 1'));
    expect(told).toEqual([]);
    const { rows } = await database.query('SELECT trace FROM orders WHERE id = $1', [id]);
    expect(rows).toEqual([{ trace: null }]);
  });

  it('that fails is told as failed, and fails as it did', async () => {
    const { id } = await placed();
    told.length = 0;
    const failing = steps.step('move orders', {}, async () => {
      await transaction(database, (client) =>
        changeStatus(client, {
          orderIds: [id],
          from: ORDER_STATUS.waiting,
          to: ORDER_STATUS.sent,
          cause: 'seen',
          at: NOW,
        }),
      );
      throw new RangeError(SECRET);
    });
    await expect(failing).rejects.toThrow(SECRET);
    expect(named('move orders')).toMatchObject([{ failure: 'RangeError' }]);
    expect(JSON.stringify(told)).not.toContain(SECRET);
  });

  it('goes well though nobody can say whose it was', async () => {
    const away = new Steps(tracing, {
      query: () => Promise.reject(new Error('no database')),
    } as unknown as Database);
    expect(
      await away.step('move orders', {}, async () => {
        away.touched([{ order_id: 1 }], 'order.status', {});
        return 'done';
      }),
    ).toBe('done');
    expect(told).toEqual([]);
  });
});

it('what an order is stored with is where its request began', async () => {
  const trace = begin();
  const { id } = await placed(trace);
  const { rows } = await database.query<{ trace: string }>('SELECT trace FROM orders WHERE id = $1', [id]);
  expect(readTraceparent(rows[0]?.trace)).toEqual({
    traceId: trace.ids.traceId,
    spanId: named('POST /order/place')[0]?.spanId,
    isSampled: true,
  });
});
