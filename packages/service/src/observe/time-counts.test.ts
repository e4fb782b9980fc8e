import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { HttpRpc } from '../chains/evm/evm-rpc.ts';
import { timePool } from '../store/time-pool.ts';
import { transaction } from '../store/transaction.ts';
import { NodeTimes } from './node-times.ts';
import { BOUNDS_MS, TimeCounts, TimeCountsBy } from './time-counts.ts';
import { timeHistograms } from './time-histograms.ts';

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

describe('durations', () => {
  it('are counted as whoever keeps all of them would', () => {
    const ms = fc.oneof(fc.constantFrom(0, ...BOUNDS_MS), fc.double({ min: 0, max: 60_000, noNaN: true }));
    fc.assert(
      fc.property(fc.array(ms, { maxLength: 100 }), (all) => {
        const durations = new TimeCounts();
        for (const each of all) durations.note(each);
        const { upTo, count, sumMs } = durations.read();
        expect(upTo).toEqual(BOUNDS_MS.map((bound) => all.filter((each) => each <= bound).length));
        expect(count).toBe(all.length);
        expect(sumMs).toBeCloseTo(
          all.reduce((sum, each) => sum + each, 0),
          3,
        );
      }),
    );
  });

  it('are served as histograms: buckets that add up, a sum in seconds, a count', async () => {
    const [registry, requests, times] = [new Registry(), new TimeCountsBy(), new NodeTimes()];
    timeHistograms(registry, requests, times);
    for (const ms of [0.5, 3, 3, 40_000]) requests.note('calculate', ms);
    times.noteRpc('Ethereum', 'eth_getLogs', 120);
    const lines = (await registry.metrics()).split('\n');
    expect(lines).toContain('# TYPE swapdesk_request_seconds histogram');
    const bucket = (le: string) => `swapdesk_request_seconds_bucket{endpoint="calculate",le="${le}"}`;
    for (const line of [
      `${bucket('0.001')} 1`,
      `${bucket('0.0025')} 1`,
      `${bucket('0.005')} 3`,
      `${bucket('30')} 3`,
      `${bucket('+Inf')} 4`,
      'swapdesk_request_seconds_sum{endpoint="calculate"} 40.0065',
      'swapdesk_request_seconds_count{endpoint="calculate"} 4',
      'swapdesk_rpc_seconds_bucket{chain="Ethereum",method="eth_getLogs",le="0.25"} 1',
      'swapdesk_sql_wait_seconds_count 0',
    ])
      expect(lines).toContain(line);
  });
});

describe('a pool that is timed', () => {
  let store: TestDatabase;
  const times = new NodeTimes();
  beforeAll(async () => {
    store = await createTestDatabase(1);
    await store.database.query('SELECT 1');
    timePool(store.database, {
      waited: (ms) => times.sqlWaits.note(ms),
      used: (ms) => times.sqlUses.note(ms),
    });
  });
  afterAll(() => store.drop());

  it('tells how long was waited for a connection, and how long each was used', async () => {
    const { database } = store;
    await database.query('SELECT 1');
    expect(times.sqlWaits.read()).toMatchObject({ count: 1, sumMs: 0 });
    expect(times.sqlUses.read().count).toBe(1);
    // There is one connection: the statement waits for the transaction.
    const slow = transaction(database, () => pause(60));
    await database.query('SELECT 1');
    await slow;
    const [waits, uses] = [times.sqlWaits.read(), times.sqlUses.read()];
    expect([waits.count, uses.count]).toEqual([3, 3]);
    for (const { upTo, sumMs } of [waits, uses]) {
      expect(sumMs).toBeGreaterThan(50);
      expect(upTo[BOUNDS_MS.indexOf(50)]).toBe(2);
    }
  });

  it('tells of what fails as well, and lets it fail', async () => {
    const before = times.sqlUses.read().count;
    await expect(store.database.query('SELECT nothing')).rejects.toThrow(/nothing/);
    await expect.poll(() => times.sqlUses.read().count).toBe(before + 1);
    const both = await Promise.allSettled([
      store.database.query('SELECT 1'),
      store.database.query('SELECT nothing'),
    ]);
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  });
});

it('a node of a chain is timed by what it is asked, whether it answers or not', async () => {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    await pause(30);
    const asked = JSON.parse(body) as { id: number; method: string } | { id: number }[];
    const answer = (id: number) => ({ jsonrpc: '2.0', id, result: '0x1' });
    if (!Array.isArray(asked) && asked.method === 'eth_fails') response.destroy();
    else
      response.end(
        JSON.stringify(Array.isArray(asked) ? asked.map(({ id }) => answer(id)) : answer(asked.id)),
      );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const times = new NodeTimes();
  const rpc = new HttpRpc({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    timeoutMs: 5_000,
    took: (method, ms) => times.noteRpc('Ethereum', method, ms),
  });
  await rpc.call('eth_chainId');
  await rpc.batch([1, 2].map((n) => ({ method: 'eth_getBlockByNumber', params: [n] })));
  await expect(rpc.call('eth_fails')).rejects.toThrow();
  const told = Array.from(times.rpc.get('Ethereum')!.entries(), ([method, each]) => [
    method,
    each.read().count,
    each.read().sumMs >= 25,
  ]);
  expect(told).toEqual([
    ['eth_chainId', 1, true],
    ['eth_getBlockByNumber', 1, true],
    ['eth_fails', 1, true],
  ]);
  rpc.close();
  server.close();
});
