import { SwapdeskClient } from '@swapdesk/client';
import { testFeed } from '@swapdesk/service/dist/pricing/feeds/test-feed.js';
import { publishPrices } from '@swapdesk/service/dist/pricing/prices.js';
import { repeat } from '@swapdesk/service/dist/repeat.js';
import type pg from 'pg';
import type { Window } from '../measure/rounds.ts';
import { latencyRow, throughputRow } from '../measure/row.ts';
import { runCommand } from '../run/command.ts';
import { startReceiver } from '../run/receiver.ts';
import { startService } from '../run/service.ts';
import { accountLog } from '../seed/account-log.ts';
import { addAddresses } from '../seed/addresses.ts';
import { SMALL } from '../seed/databases.ts';
import type { Bench, Measured } from './bench.ts';
import { placementsOf } from './place-requests.ts';
import { wordAfter } from './word-after.ts';

const DATABASE = 'webhooks';
const ACCOUNT = 'shop';
const ENDPOINTS = 5;
/** To all endpoints together. */
const PER_SECOND = 1_000;
const FEED_MS = 100;
const CONNECTIONS = 32;
const WARM_UPS = 3;
/** A node that has just started is told by and by what it is for: asked at once for all that it can do, it would say that it is busy. */
const FIRST_PER_SECOND = 300;
const ROUNDS = 7;
const WINDOW_MS = 6_000;
/**
 * So few that the processors have time left: what webhooks then cost is felt as waiting. A generator that keeps a pace would take a
 * processor for itself, and leave the rest none.
 */
const FEW = 4;
const SLOWER = 1.1;
const LESS = 0.9;
/** Of the events that happen; as many as are sent too late are not sent in their window. */
const SENT = 0.95;
const ADDRESSES = 12_000;
const PAUSE_MS = 1_000;
/** Orders that one caller has not paid are counted for each of theirs, so thousands of one caller would be slow to place. */
const CALLERS = 5_000;
const PROXY = { SWAPDESK_TRUST_PROXY: '127.0.0.1', SWAPDESK_DRAIN_S: '0' };
/** The test networks' own, which goes on where the copy's prices are. */
const PRICES = testFeed('swapdesk');

interface Sides {
  readonly ours: Window[];
  readonly theirs: Window[];
}

/**
 * What sending a thousand webhooks a second costs placements. The same events are written on both sides; on one nobody wants to be
 * told of them. Node, database, whoever places and whoever is told share the processors.
 */
export async function webhooks({ server, dataDir, generator }: Bench): Promise<Measured> {
  await server.drop(DATABASE);
  await server.create(DATABASE, SMALL);
  const url = server.url(DATABASE);
  const command = (...words: string[]) => runCommand(url, dataDir, words);
  const told = await command('key', 'create', '--account', ACCOUNT);
  await command('setting', 'set', 'webhook_loopback', '1');
  await command('setting', 'set', 'rate_limit_per_minute', '100000000');
  await command('setting', 'set', 'unpaid_orders_cap', '1000000');
  const pool = server.pool(DATABASE, 3);
  const node = await startService(url, dataDir, 'api', 2, PROXY);
  const requests = placementsOf(CALLERS);
  const receiver = await startReceiver();
  const client = new SwapdeskClient({
    url: node.url,
    key: wordAfter(told, 'key'),
    secret: wordAfter(told, 'secret'),
  });
  const feeding = feed(pool);
  // No engine works on this copy, and orders are placed at no price that has grown old.
  const publish = async () => void (await publishPrices(pool, PRICES, nowS, 'test'));
  const pricing = repeat(publish, PRICES.intervalMs, (error) => console.error('prices:', error));
  const sent: Sides = { ours: [], theirs: [] };
  try {
    // Nobody signs for this copy: its addresses wait for no record.
    await pool.query('DELETE FROM signing_record');
    await pool.query('UPDATE address_space SET released = NULL');
    await addAddresses(pool, ADDRESSES);
    const busy = () => generator.load(node.url, requests, CONNECTIONS, WINDOW_MS / 2);
    const placements = [{ name: 'placement', requests }];
    await generator.arrive(node.url, {
      kinds: placements,
      stretches: [{ perSecond: FIRST_PER_SECOND, ms: WINDOW_MS }],
    });
    for (let n = 0; n < WARM_UPS; n++) await busy();
    const { perSecond: atFirst } = await busy();
    const by = (connections: number) => async (): Promise<Window> => ({
      ...(await generator.load(node.url, requests, connections, WINDOW_MS)),
      cpuUs: null,
    });
    const [most, ease]: [Sides, Sides] = [
      { ours: [], theirs: [] },
      { ours: [], theirs: [] },
    ];
    for (let n = 0; n < ROUNDS; n++) {
      for (const [sides, measure] of [
        [ease, by(FEW)],
        [most, by(CONNECTIONS)],
      ] as const) {
        await addAddresses(pool, ADDRESSES);
        sides.theirs.push(await measure());
        const ids: number[] = [];
        for (let each = 0; each < ENDPOINTS; each++)
          ids.push((await client.webhooks.create({ url: receiver.url })).id);
        await pause(PAUSE_MS);
        const [before, began] = [await receiver.received(), performance.now()];
        sides.ours.push(await measure());
        const perMs = ((await receiver.received()) - before) / (performance.now() - began);
        sent.ours.push(perSecond(perMs * 1_000));
        sent.theirs.push(perSecond(PER_SECOND));
        for (const id of ids) await client.webhooks.remove(id);
        await pause(PAUSE_MS);
      }
    }
    const name = `with ${PER_SECOND.toLocaleString('en')} webhooks a second`;
    return {
      rows: [
        latencyRow(`place, ${FEW} clients, ${name}`, 'the same without', SLOWER, ease),
        throughputRow(`place, ${CONNECTIONS} clients, ${name}`, 'the same without', LESS, most),
        throughputRow('webhooks sent meanwhile', 'as many as there are events', SENT, sent),
      ],
      notes: [
        `webhooks: a node of two processes placed ${Math.round(atFirst).toLocaleString('en')} orders a second at most before; ` +
          'whoever is told is a process of its own on the same processors.',
      ],
    };
  } finally {
    await pricing.stop();
    await feeding.stop();
    await node.stop();
    receiver.stop();
    await pool.end();
    await server.drop(DATABASE);
  }
}

/** Events happen to the account's orders, as an engine would write and number them, until it is stopped. */
function feed(pool: pg.Pool): { stop(): Promise<void> } {
  const each = (PER_SECOND / ENDPOINTS / 1_000) * FEED_MS;
  let isStopped = false;
  const feeding = (async () => {
    const client = await pool.connect();
    const add = await accountLog(client, ACCOUNT);
    for (let due = performance.now(), number = 0; !isStopped; due += FEED_MS) {
      await add(number, number + each);
      number += each;
      await pause(Math.max(0, due + FEED_MS - performance.now()));
    }
    client.release(true);
  })();
  // Whoever stops it is told.
  feeding.catch(() => {});
  return {
    stop() {
      isStopped = true;
      return feeding;
    },
  };
}

function perSecond(many: number): Window {
  return { perSecond: many, p50Ms: 0, p99Ms: null, cpuUs: null };
}

function nowS(): number {
  return Math.floor(Date.now() / 1_000);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
