import { afterEach, expect, it } from 'vitest';
import { BinanceServer } from '../../../../../test/support/venues/binance-server.ts';
import { OkxServer } from '../../../../../test/support/venues/okx-server.ts';
import type { VenueServer } from '../../../../../test/support/venues/venue-server.ts';
import { StartupError } from '../../startup-error.ts';
import { type ConfiguredVenue, type OpenVenues, openVenues } from './open-venues.ts';
import { QUICK } from './testing/watched-venue.ts';

const SOON = { timeout: 60_000 };

const servers: VenueServer[] = [];
let venues: OpenVenues | undefined;
afterEach(async () => {
  await venues?.stop();
  for (const server of servers.splice(0)) await server.stop();
});

async function open(configured: readonly ConfiguredVenue[], coins = ['BTC', 'ETH', 'USDT']) {
  const changes = new Set<string>();
  venues = await openVenues({
    venues: configured,
    coins,
    world: { nowMs: Date.now, random: Math.random },
    times: QUICK,
    onChange: (venue, abbr) => changes.add(`${venue} ${abbr}`),
    onFault: (error) => {
      throw error;
    },
  });
  return { venues, changes };
}

async function serve<S extends VenueServer>(server: S): Promise<S> {
  servers.push(server);
  await server.start();
  return server;
}

it('all venues are open for all coins, and what they say now is one list', async () => {
  const [binance, okx] = [await serve(new BinanceServer()), await serve(new OkxServer())];
  const { venues, changes } = await open([
    { kind: 'exchange', name: 'binance', urls: binance.urls },
    { kind: 'exchange', name: 'okx', urls: okx.urls },
    { kind: 'source', name: 'own', url: 'http://127.0.0.1:9/' },
  ]);
  const told = () => venues.standings().map(({ venue, abbr, what }) => `${venue} ${abbr} ${what}`);
  await expect
    .poll(told, SOON)
    .toEqual([
      'binance BTC streaming',
      'binance ETH streaming',
      'okx BTC streaming',
      'okx ETH streaming',
      'own BTC away',
      'own ETH away',
    ]);
  expect(venues.booksOf('BTC').map(({ venue }) => venue)).toEqual(['binance', 'okx']);
  expect(venues.booksOf('USDT')).toEqual([]);
  expect(changes.size).toBe(6);
  for (const { venue, at } of venues.standings()) expect(at === null).toBe(venue === 'own');

  okx.faults.crossed = 'all';
  await expect.poll(() => venues.booksOf('BTC').map(({ venue }) => venue), SOON).toEqual(['binance']);
  okx.heal();
  await expect.poll(() => venues.booksOf('BTC').length, SOON).toBe(2);
  await okx.stop();
  await expect.poll(() => venues.booksOf('ETH').map(({ venue }) => venue), SOON).toEqual(['binance']);
});

it.each<[string, ConfiguredVenue[], RegExp]>([
  [
    'is not known',
    [{ kind: 'exchange', name: 'mtgox' }],
    /^There is no venue mtgox\. Those that are known: binance, kraken, /,
  ],
  [
    'stands twice',
    [
      { kind: 'exchange', name: 'okx' },
      { kind: 'source', name: 'okx', url: 'http://127.0.0.1:9/' },
    ],
    /^The venue okx is configured twice/,
  ],
  [
    'is one too many',
    Array.from({ length: 11 }, (_, n) => ({ kind: 'source', name: `s${n}`, url: 'http://127.0.0.1:9/' })),
    /^11 venues are configured; 10 are the most/,
  ],
])('a venue that %s is told at the start, in a line', async (_what, configured, words) => {
  const opening = open(configured);
  await expect(opening).rejects.toThrow(StartupError);
  await expect(opening).rejects.toThrow(words);
});
