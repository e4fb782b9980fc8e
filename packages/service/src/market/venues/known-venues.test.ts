import { describe, expect, it } from 'vitest';
import { KNOWN_COINS } from '../../chains/known/known-chains.ts';
import { loadExchange, makeExchange, symbolOf } from './ccxt-library.ts';
import { coinsAt, KNOWN_VENUES, marketIdOf } from './known-venues.ts';
import { VenueHttp, VenueLine } from './venue-http.ts';
import { VENUE_TIMES } from './venue-times.ts';

const COINS = KNOWN_COINS.map(({ abbr }) => abbr);
const world = { nowMs: Date.now, random: Math.random };

describe.each(KNOWN_VENUES)('$name', (venue) => {
  const line = new VenueLine(new VenueHttp({ world, times: VENUE_TIMES, mostBytes: 1 }));

  it('is an exchange of ccxt that streams books, and whose addresses are where we say', async () => {
    const Exchange = await loadExchange(venue.name);
    const options = { venue, coins: coinsAt(venue, COINS), line, times: VENUE_TIMES };
    const usual = makeExchange(Exchange, { ...options, urls: {} });
    const at = (path: readonly string[], { urls }: typeof usual) =>
      path.reduce((tree: unknown, key) => (tree as Record<string, unknown>)[key], urls.api);
    expect(at(venue.restAt, usual)).toMatch(/^https:\/\//);
    expect(at(venue.streamAt, usual)).toMatch(/^wss:\/\//);
    const urls = { rest: 'http://127.0.0.1:1', stream: 'ws://127.0.0.1:1' };
    const other = makeExchange(Exchange, { ...options, urls });
    expect([at(venue.restAt, other), at(venue.streamAt, other)]).toEqual([urls.rest, urls.stream]);
    expect((other as unknown as { has: Record<string, unknown> }).has.watchOrderBook).toBe(true);
  });

  it('has one market for each coin', () => {
    const coins = coinsAt(venue, COINS);
    expect(coins.includes('USDT')).toBe(venue.quote !== 'USDT');
    expect(coins).toContain('BTC');
    expect(new Set(coins.map((abbr) => marketIdOf(venue, abbr))).size).toBe(coins.length);
    expect(symbolOf(venue, 'BTC')).toBe(`BTC/${venue.quote}`);
  });
});
