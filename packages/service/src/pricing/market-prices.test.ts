import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import type { Ladder } from '../market/ladder.ts';
import { ladderOf } from '../market/ladder.ts';
import { DEFAULT_MARKET_LIMITS } from '../market/market-limits.ts';
import { bookAt } from '../market/testing/books.ts';
import { parseFixed } from '../money/fixed.ts';
import type { PriceFeed } from './feeds/feed.ts';
import { type MarketPrice, storeMarketPrices } from './market-prices.ts';
import { HISTORY, loadHistory } from './price-history.ts';
import { lastReading } from './price-reading.ts';
import { publishPrices } from './prices.ts';
import { loadRates, RateReader } from './read-rates.ts';
import { noteStandings } from './venue-standings.ts';
import { loadWatched } from './watched-prices.ts';

/** The beginning of an hour. */
const NOW = 1_700_002_800;

const LADDER = ladderOf([bookAt('a', '80.000000000000000001')], {
  sizesUsdt: DEFAULT_MARKET_LIMITS.sizesUsdt,
  minVenues: 1,
});

let store: TestDatabase;
beforeAll(async () => {
  store = await createTestDatabase();
});
afterAll(() => store.drop());
beforeEach(() =>
  store.database.query('DELETE FROM price; DELETE FROM price_history; DELETE FROM venue_standing'),
);

const said = (atS: number, changes: Partial<MarketPrice> = {}): MarketPrice => ({
  abbr: 'LTC',
  at: atS * 1_000 + 999,
  ladder: LADDER,
  mid: parseFixed('80.5'),
  float: 'ok',
  fixed: 'ok',
  premiumPpm: 300,
  ...changes,
});
const none = { mid: null, ladder: null, float: 'few', fixed: 'few', premiumPpm: null } as const;
const hear = (...prices: MarketPrice[]) => storeMarketPrices(store.database, prices);
const prices = async () => (await loadRates(store.database)).prices;
const file = (value: string, name = 'static'): PriceFeed => ({
  name,
  intervalMs: 1_000,
  read: async (now) => ({ prices: [{ abbr: 'LTC', value: parseFixed(value), at: now }], faults: [] }),
});
const publish = (value: string, at: number) => publishPrices(store.database, file(value), () => at, 'main');

describe('the prices of a market', () => {
  it('come back to the last digit, ladder and all', async () => {
    await hear(said(NOW), said(NOW, { abbr: 'BTC', fixed: 'jump', premiumPpm: null }));
    const known = { at: NOW, value: parseFixed('80.5'), source: 'market', stop: null, ladder: LADDER };
    expect(await prices()).toEqual([
      { abbr: 'BTC', ...known, floatStop: null, fixedStop: 'jump', premiumPpm: null },
      { abbr: 'LTC', ...known, floatStop: null, fixedStop: null, premiumPpm: 300 },
    ]);
  });

  it('that have not changed are the same object when they are read again, and keep their ladder while they only get younger', async () => {
    const reader = new RateReader(store.database);
    await hear(said(NOW), said(NOW, { abbr: 'BTC' }));
    const first = await reader.read();
    await hear(said(NOW + 1));
    const second = await reader.read();
    expect(second.last('BTC')).toBe(first.last('BTC'));
    expect(second.last('LTC')).toMatchObject({ at: NOW + 1 });
    expect(second.last('LTC')?.ladder).toBe(first.last('LTC')?.ladder);
    const { bids, asks } = LADDER as Ladder;
    await hear(said(NOW + 2, { ladder: { bids: bids.slice(0, 1), asks } }));
    expect((await reader.read()).last('LTC')?.ladder?.bids).toEqual(bids.slice(0, 1));
  });

  it('that are none keep the last one, which stops; where there was none, there is none', async () => {
    await hear(said(NOW));
    await hear(said(NOW + 1, none), said(NOW + 1, { ...none, abbr: 'BTC' }));
    const stopped = { ladder: null, floatStop: 'few', fixedStop: 'few', premiumPpm: null };
    expect(await prices()).toMatchObject([{ abbr: 'LTC', value: parseFixed('80.5'), at: NOW, ...stopped }]);
    await hear(said(NOW + 2));
    expect(await prices()).toMatchObject([{ at: NOW + 2, floatStop: null, ladder: LADDER }]);
  });

  it('do not replace newer ones, but those of a wrong clock', async () => {
    await hear(said(NOW + 1));
    await hear(said(NOW, { mid: parseFixed('1') }));
    await hear(said(NOW, none));
    expect(await prices()).toMatchObject([{ at: NOW + 1, value: parseFixed('80.5'), floatStop: null }]);
    await hear(said(NOW - 100, { mid: parseFixed('2') }));
    expect(await prices()).toMatchObject([{ at: NOW - 100, value: parseFixed('2') }]);
  });

  it('are judged by nobody else: no jump of theirs waits, and what waited is over', async () => {
    await publish('80', NOW);
    await publish('8000', NOW + 1);
    expect(await loadWatched(store.database)).toMatchObject([{ stop: 'jump', source: 'static' }]);
    await hear(said(NOW));
    await hear(said(NOW + 1, { mid: parseFixed('0.1') }));
    expect(await loadWatched(store.database)).toMatchObject([
      { stop: null, pending: null, value: parseFixed('0.1'), source: 'market' },
    ]);
  });

  it('are left alone by another feed until the market has been silent, then nothing of it stays', async () => {
    await hear(said(NOW));
    await publish('81', NOW + 30);
    expect(await prices()).toMatchObject([{ source: 'market', ladder: LADDER }]);
    await publish('81', NOW + 3_600);
    const value = parseFixed('81');
    expect(await prices()).toMatchObject([
      { abbr: 'LTC', value, at: NOW + 3_600, source: 'static', stop: null },
    ]);
  });

  it('are left alone by another feed while somebody watches the venues, be they stopped for an hour', async () => {
    await hear(said(NOW));
    await hear(said(NOW + 1, none));
    await noteStandings(store.database, NOW + 3_600, []);
    await publish('81', NOW + 3_600);
    expect(await prices()).toMatchObject([{ source: 'market', floatStop: 'few', fixedStop: 'few' }]);
    expect((await lastReading(store.database))?.faults).toMatchObject([
      { what: expect.stringContaining('not used') },
    ]);
    await publish('81', NOW + 3_621);
    expect(await prices()).toMatchObject([{ source: 'static' }]);
  });

  it('of a market that never began are stopped by its first word', async () => {
    await publish('80', NOW);
    await hear(said(NOW, none));
    expect(await prices()).toMatchObject([{ source: 'static', floatStop: 'few', fixedStop: 'few' }]);
  });

  it('of 500 coins are one statement', async () => {
    const many = Array.from({ length: 500 }, (_, n) => said(NOW, { abbr: `C${n}` }));
    await hear(...many);
    await hear(...many.map((price) => ({ ...price, at: price.at + 1_000 })));
    expect((await prices()).filter(({ at }) => at === NOW + 1)).toHaveLength(500);
  });
});

describe('the history of prices', () => {
  const history = async () =>
    (await loadHistory(store.database, 0)).get('LTC')?.map(({ at }) => at / 1_000 - NOW);

  it('has one a minute, with its own time', async () => {
    for (const second of [0, 1, 59, 60, 61, 119, 125, 185]) await hear(said(NOW + second));
    expect(await history()).toEqual([0, 60, 125, 185]);
    expect((await loadHistory(store.database, NOW + 60)).get('LTC')?.[0]).toEqual({
      at: (NOW + 60) * 1_000,
      mid: parseFixed('80.5'),
    });
  });

  it('has none where there was no price, and goes on where a clock was wrong', async () => {
    await hear(said(NOW));
    await hear(said(NOW + 60, none));
    await hear(said(NOW - 300));
    await hear(said(NOW - 240));
    expect(await history()).toEqual([-300, -240, 0]);
  });

  it('is thinned: of what is older the first of each hour stays, and goes in the end', async () => {
    for (const minute of [5, 6, 58, 61, 62]) await hear(said(NOW + minute * 60));
    const later = NOW + 62 * 60 + HISTORY.minutesS;
    await hear(said(later));
    expect(await history()).toEqual([5 * 60, 61 * 60, 62 * 60, later - NOW]);
    await hear(said(later + 61));
    expect(await history()).toEqual([5 * 60, 61 * 60, later - NOW, later + 61 - NOW]);
    await hear(said(NOW + 3_600 + HISTORY.hoursS));
    expect(await history()).toEqual([61 * 60, later - NOW, 3_600 + HISTORY.hoursS]);
  });
});
