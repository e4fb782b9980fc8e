import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { parseFixed } from '../../money/fixed.ts';
import type { Book } from '../book.ts';
import { openHttpSource } from './http-source.ts';
import { QUICK } from './testing/watched-venue.ts';
import type { Venue, VenueCoinState } from './venue.ts';

const SOON = { timeout: 60_000 };

let server: Server | undefined;
let source: Venue | undefined;
afterEach(async () => {
  await source?.stop();
  server?.closeAllConnections();
  server?.close();
});

const now = () => Date.now() / 1_000;
const told = (more = '') =>
  `{"time":${now()},"coins":{"BTC":{"bids":[[97000,1]],"asks":[[97001,2]]}${more},"DOGE":{"last":true}}}`;

/** Opens a source that answers so; what it answers may be changed. */
async function open(first: (response: ServerResponse) => unknown) {
  const heard = {
    answer: first,
    requests: [] as (string | undefined)[],
    books: [] as Book[],
    states: new Map<string, VenueCoinState>(),
  };
  server = createServer((request, response) => {
    heard.requests.push(request.headers['x-key'] as string | undefined);
    heard.answer(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  source = openHttpSource({
    name: 'own',
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/prices`,
    headers: { 'x-key': 'k' },
    coins: ['BTC', 'ETH', 'DOGE', 'USDT'],
    times: { ...QUICK, answerMs: 500 },
    world: { nowMs: Date.now, random: Math.random },
    ears: {
      book: (book) => heard.books.push(book),
      state: (abbr, state) => heard.states.set(abbr, state),
    },
    onFault: (error) => {
      throw error;
    },
  });
  return heard;
}

const whats = ({ states }: { states: Map<string, VenueCoinState> }) =>
  Object.fromEntries([...states].map(([abbr, { what }]) => [abbr, what]));

it('a source is asked again and again, with the headers that are set, for all coins at once', async () => {
  const heard = await open((response) => response.end(told()));
  await expect.poll(() => heard.books.length, SOON).toBeGreaterThan(2);
  expect(heard.books[0]).toMatchObject({
    venue: 'own',
    abbr: 'BTC',
    bids: [{ price: parseFixed('97000'), amount: parseFixed('1') }],
    asks: [{ price: parseFixed('97001'), amount: parseFixed('2') }],
  });
  expect(new Set(heard.requests)).toEqual(new Set(['k']));
  expect(whats(heard)).toEqual({ BTC: 'polling', ETH: 'refused', DOGE: 'wrong' });
  expect(heard.states.get('ETH')?.error).toBe('it does not tell a price of ETH');
});

it.each([
  ['rubbish', (response: ServerResponse) => response.end('<html>'), 'wrong', /cannot be read/],
  ['an error', (response: ServerResponse) => response.writeHead(500).end(), 'away', /HTTP 500/],
  ['a refusal', (response: ServerResponse) => response.writeHead(403).end(), 'refused', /HTTP 403/],
  [
    'a moment, please',
    (response: ServerResponse) => response.writeHead(429, { 'retry-after': '1' }).end(),
    'limited',
    /told us to wait/,
  ],
  ['nothing', () => {}, 'away', /no answer within/],
  ['a closed door', (response: ServerResponse) => response.destroy(), 'away', /cannot be reached/],
  [
    'prices without a time',
    (response: ServerResponse) => response.end('{"coins":{"BTC":{"last":1}}}'),
    'wrong',
    /no time of its own/,
  ],
  [
    'old prices',
    (response: ServerResponse) => response.end('{"time":1600000000,"coins":{"BTC":{"last":1}}}'),
    'silent',
    /old by its own time/,
  ],
  [
    'a crossed book',
    (response: ServerResponse) => response.end(`{"time":${now()},"coins":{"BTC":{"bid":2,"ask":1}}}`),
    'wrong',
    /crossed/,
  ],
])('a source that answers with %s has no book, until it has one', async (_what, answer, what, words) => {
  const heard = await open(answer);
  await expect.poll(() => heard.states.get('BTC')?.what, SOON).toBe(what);
  expect(heard.states.get('BTC')?.error).toMatch(words);
  expect(heard.books).toEqual([]);
  heard.answer = (response) => response.end(told());
  await expect.poll(() => heard.states.get('BTC')?.what, SOON).toBe('polling');
});

it('a source that tells the same moment again and again is silent after a while', async () => {
  const once = told();
  const heard = await open((response) => response.end(once));
  await expect.poll(() => heard.states.get('BTC')?.what, SOON).toBe('polling');
  await expect.poll(() => heard.states.get('BTC')?.what, SOON).toBe('silent');
});
