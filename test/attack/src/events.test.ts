import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BLOCK_PAUSE_MS } from '../../support/block-pause.ts';
import { apiEnv } from '../../support/desk-store.ts';
import { type RunningService, startService } from '../../support/service.ts';
import { IS_LONG, volume } from '../../support/volume.ts';
import { EventReader } from './support/event-reader.ts';
import { newReceiver } from './support/receivers.ts';
import { placement } from './support/samples.ts';
import { createKey, errorsIn, get, openTarget, post, type Target } from './support/target.ts';

/** How often the node is killed that people listen to. */
const KILLS = volume(1, 6);
/** How many orders are followed meanwhile. */
const FOLLOWED = volume(4, 10);

/** An engine that moves orders, and nodes that only serve: what one writes, the others tell. */
let target: Target;
let api: RunningService;

beforeAll(async () => {
  target = await openTarget();
  api = await startService(apiEnv(target.store), 'api');
});
afterAll(async () => {
  await api.stop();
  await target.stop();
});

async function place(url: string): Promise<string> {
  const body = placement('Bitcoin/BTC', 'Ethereum/ETH');
  for (const entry of body.to_address) entry.to_address = newReceiver(entry.to_chain);
  const { json } = await post(url, '/openapi/order/place', body);
  return json.data.query_code;
}

const pay = (url: string, query_code: string) => post(url, '/testnet/pay', { query_code });
/** Where the orders' coins are: every other block would keep the engine from them. */
const mine = (url: string) =>
  Promise.all(['Bitcoin', 'Ethereum'].map((chain) => post(url, '/testnet/mine', { chain })));

/** Mines until the orders are completed, whichever node dies meanwhile. */
async function complete(url: () => string, ...codes: string[]): Promise<void> {
  for (const code of codes) {
    for (;;) {
      const status = await mine(url())
        .then(() => get(url(), `/openapi/order/query?query_code=${code}`))
        .then(
          ({ json }) => json.data.status,
          () => 0,
        );
      if (status === 4) break;
      await new Promise((done) => setTimeout(done, BLOCK_PAUSE_MS));
    }
  }
}

/** Of an order whose deposit was seen before it was mined. */
const STORY = [
  'deposit.seen',
  'order.status',
  'deposit.mined',
  'deposit.confirmed',
  'order.status',
  'payout.sent',
  'payout.confirmed',
  'order.status',
];
/** The test network mines every few seconds: a block may have the deposit before anybody looks. */
const MINED_AT_ONCE = ['deposit.mined', 'order.status', ...STORY.slice(3)];

describe('events', () => {
  it('that one node makes are told by another, in order and without a gap', async () => {
    const code = await place(api.url);
    const reader = await EventReader.open(api.url, code);
    expect(reader.response.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
    });
    await pay(target.url, code);
    await reader.has(2);
    await complete(() => target.url, code);
    const story = reader.events[0]?.type === 'deposit.seen' ? STORY : MINED_AT_ONCE;
    const events = await reader.has(story.length);
    expect(events.map(({ type }) => type)).toEqual(story);
    const numbers = story.map((_, nth) => nth + 1);
    expect(events.map(({ number }) => number)).toEqual(numbers);
    expect(reader.ids).toEqual(numbers.map(String));
    reader.close();

    const last = story.length;
    const resumed = await EventReader.open(target.url, code, { 'last-event-id': '5' });
    expect((await resumed.has(last - 5)).map(({ number }) => number)).toEqual(numbers.slice(5));
    resumed.close();
    const after = await EventReader.open(target.url, `${code}&after=${last - 1}`);
    expect((await after.has(1)).map(({ number }) => number)).toEqual([last]);
    after.close();
    // A browser never changes the URL that it came with: what it heard last counts.
    const both = await EventReader.open(target.url, `${code}&after=2`, { 'last-event-id': String(last - 1) });
    expect((await both.has(1)).map(({ number }) => number)).toEqual([last]);
    both.close();
  });

  it('are complete for who comes back after the node was killed, again and again', async () => {
    let service = await startService(target.env);
    const codes = await Promise.all(Array.from({ length: FOLLOWED }, () => place(service.url)));
    const heard = new Map(
      codes.map((code) => [code, [] as { number: number; type: string; status?: number | undefined }[]]),
    );
    let isDone = false;
    /** As a browser: comes back with the number of the last event, to whatever node is there. */
    const follow = async (code: string) => {
      const known = heard.get(code) ?? [];
      while (!isDone) {
        const last = String(known.at(-1)?.number ?? 0);
        const reader = await EventReader.open(service.url, code, { 'last-event-id': last }).catch(() => null);
        let taken = 0;
        while (reader !== null && !reader.hasEnded && !isDone) {
          for (; taken < reader.events.length; taken++) known.push(reader.events[taken] as (typeof known)[0]);
          await new Promise((done) => setTimeout(done, 20));
        }
        for (; taken < (reader?.events.length ?? 0); taken++)
          known.push(reader?.events[taken] as (typeof known)[0]);
        reader?.close();
        await new Promise((done) => setTimeout(done, 50));
      }
    };
    const following = codes.map(follow);
    for (const code of codes) await pay(service.url, code);
    const completing = complete(() => service.url, ...codes);
    for (let kills = 0; kills < KILLS; kills++) {
      await new Promise((done) => setTimeout(done, 150 + 250 * kills));
      await service.kill();
      service = await startService(target.env);
    }
    await completing;
    const isHeard = () => [...heard.values()].every((events) => events.at(-1)?.status === 4);
    while (!isHeard()) await new Promise((done) => setTimeout(done, 20));
    isDone = true;
    await Promise.all(following);
    for (const events of heard.values()) {
      expect(events.map(({ number }) => number)).toEqual(events.map((_, n) => n + 1));
      // A transfer that is mined before anybody looks is not seen before.
      expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(STORY.slice(2)));
    }
    await service.stop();
  }, 300_000);

  it('end politely when the node stops, however many listen', async () => {
    const node = await startService(apiEnv(target.store), 'api');
    const code = await place(node.url);
    const readers = await Promise.all(Array.from({ length: 50 }, () => EventReader.open(node.url, code)));
    const began = Date.now();
    expect(await node.stop()).toBe(0);
    expect(Date.now() - began).toBeLessThan(5_000);
    await Promise.all(readers.map((reader) => reader.ended()));
    expect(errorsIn(node.output())).toEqual([]);
  });

  it('survive a storm of readers who come and go', async () => {
    const code = await place(api.url);
    await pay(target.url, code);
    for (let wave = 0; wave < volume(2, 5); wave++) {
      const readers = await Promise.all(Array.from({ length: 100 }, () => EventReader.open(api.url, code)));
      for (const reader of readers) reader.close();
    }
    const reader = await EventReader.open(api.url, code);
    await reader.has(2);
    reader.close();
    expect(errorsIn(api.output())).toEqual([]);
  });

  it.each(['-1', '1.5', 'x', '1e3', '99999999999999999999', '1, 2', "1'; DROP TABLE order_event"])(
    'are refused after %j, which is no number of an event',
    async (last) => {
      const code = await place(api.url);
      const path = `/openapi/order/events?query_code=${code}`;
      const { status, json } = await get(api.url, path, { headers: { 'last-event-id': last } });
      expect([status, json.code, json.msg]).toEqual([400, 1, 'Parameter error']);
      expect(json.detail).toContain('Last-Event-ID');
    },
  );

  it('of an unknown order are refused as anywhere, and what is asked wrongly too', async () => {
    const unknown = await get(api.url, '/openapi/order/events?query_code=ZZZZ-ZZZZ-ZZZZ');
    expect([unknown.status, unknown.json]).toEqual([200, { code: 1, msg: 'order not found' }]);
    expect((await get(api.url, '/openapi/order/events')).status).toBe(400);
    expect((await get(api.url, '/openapi/order/events?query_code=A&after=x')).status).toBe(400);
    expect((await post(api.url, '/openapi/order/events', {})).status).toBe(405);
  });

  it.runIf(IS_LONG)(
    'count against the limits of callers once there are keys: misses dearly, open streams by their number',
    async () => {
      const code = await place(api.url);
      await createKey(target, 'anyone');
      const node = await startService(apiEnv(target.store), 'api');
      const readers = await Promise.all(Array.from({ length: 100 }, () => EventReader.open(node.url, code)));
      const path = `/openapi/order/events?query_code=${code}`;
      const refused = await get(node.url, path);
      expect([refused.status, refused.json.msg]).toEqual([429, 'too many requests']);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      // Who leaves makes room.
      readers[0]?.close();
      for (;;) {
        const next = await EventReader.open(node.url, code);
        next.close();
        if (next.response.statusCode === 200) break;
        await new Promise((done) => setTimeout(done, 20));
      }
      for (const reader of readers) reader.close();
      let misses = 0;
      const began = performance.now();
      while ((await get(node.url, '/openapi/order/events?query_code=ZZZZ-ZZZZ-ZZZZ')).status === 200)
        misses++;
      // Of 600 a minute a miss costs ten, so each second gives one back.
      const givenBack = (performance.now() - began) / 1000;
      expect(misses).toBeLessThan(60 + givenBack);
      await node.stop();
    },
  );
});
