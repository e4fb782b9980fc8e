import { describe, expect, it } from 'vitest';
import type { Book } from '../../market/book.ts';
import { DEFAULT_MARKET_LIMITS } from '../../market/market-limits.ts';
import { DEFAULT_PREMIUM_LIMITS } from '../../market/premium-limits.ts';
import { bookAt, NOW } from '../../market/testing/books.ts';
import { ONE, parseFixed } from '../../money/fixed.ts';
import { JudgedMarket, type MarketLook } from './judged-market.ts';

const LTC = { abbr: 'LTC', isStable: false, isSmall: false };
const USDT = { abbr: 'USDT', isStable: true, isSmall: false };

const three = (at = NOW, mid = '80'): Book[] =>
  ['binance', 'kraken', 'okx'].map((venue) => bookAt(venue, mid, { at }));

function look(books: readonly Book[], now = NOW, changes: Partial<MarketLook> = {}): MarketLook {
  return {
    coins: [LTC],
    booksOf: (abbr) => books.filter((book) => book.abbr === abbr),
    isOpening: () => false,
    limits: DEFAULT_MARKET_LIMITS,
    premium: DEFAULT_PREMIUM_LIMITS,
    waitS: 630,
    now,
    ...changes,
  };
}

/** Judges, and takes what is to be stored for stored. */
function judge(market: JudgedMarket, at: MarketLook) {
  const outcome = market.judge(at);
  market.noteStored(outcome.prices);
  return outcome;
}

describe('whoever watches the venues', () => {
  it('prices a coin with three venues, until the times of enough of them are old', () => {
    const market = new JudgedMarket(new Map());
    const books = three().map((book, n) => ({ ...book, at: NOW - n * 1_000 }));
    const { prices, news } = judge(market, look(books));
    expect(prices).toMatchObject([
      {
        abbr: 'LTC',
        mid: parseFixed('80'),
        float: 'ok',
        fixed: 'ok',
        // Of three the oldest, of two the second.
        fixedUntil: NOW - 2_000 + 10_000,
        floatUntil: NOW - 1_000 + 30_000,
        premiumPpm: DEFAULT_PREMIUM_LIMITS.capPpm,
      },
    ]);
    expect(news).toEqual([]);
  });

  it('stores what has changed at once, and what has not each second', () => {
    const market = new JudgedMarket(new Map());
    expect(judge(market, look(three())).prices).toHaveLength(1);
    expect(judge(market, look(three(NOW + 200), NOW + 200)).prices).toEqual([]);
    market.hear('LTC');
    expect(judge(market, look(three(NOW + 400), NOW + 400)).prices).toEqual([]);
    market.hear('LTC');
    expect(judge(market, look(three(NOW + 600, '80.1'), NOW + 600)).prices).toMatchObject([
      { mid: parseFixed('80.1') },
    ]);
    expect(judge(market, look(three(NOW + 800, '80.1'), NOW + 1_600)).prices).toHaveLength(1);
  });

  it('stores again what could not be stored', () => {
    const market = new JudgedMarket(new Map());
    expect(market.judge(look(three())).prices).toHaveLength(1);
    market.hear('LTC');
    expect(market.judge(look(three(), NOW + 200)).prices).toHaveLength(1);
  });

  it('notices without any news that the venues have grown old, and says so once', () => {
    const market = new JudgedMarket(new Map());
    const at = (ms: number) => judge(market, look(three(), NOW + ms));
    at(0);
    expect(at(10_000).prices).toMatchObject([{ fixed: 'ok' }]);
    const stopped = at(10_001);
    expect(stopped.prices).toMatchObject([{ float: 'ok', fixed: 'few', fixedUntil: null, premiumPpm: null }]);
    expect(stopped.news).toEqual([expect.stringContaining('LTC is not quoted (fixed)')]);
    expect(at(12_000).news).toEqual([]);
    expect(at(30_001).prices).toMatchObject([{ mid: null, float: 'few', floatUntil: null }]);
  });

  it('does not say that too few speak while one has just been opened', () => {
    const market = new JudgedMarket(new Map());
    const opening = { isOpening: () => true };
    expect(judge(market, look(three().slice(0, 2), NOW, opening))).toEqual({ prices: [], news: [] });
    market.hear('LTC');
    expect(judge(market, look(three(), NOW + 200, opening)).prices).toMatchObject([{ fixed: 'ok' }]);
  });

  it('leaves out a venue that lies, and says which', () => {
    const market = new JudgedMarket(new Map());
    const liar = bookAt('liar', '96', { at: NOW });
    const { prices, news } = judge(market, look([...three(), liar]));
    expect(prices).toMatchObject([{ mid: parseFixed('80'), fixed: 'ok' }]);
    expect(news).toEqual(['liar does not count for LTC: it is too far from the others']);
    expect(market.leftOut('liar', 'LTC')).toBe('off');
    expect(market.leftOut('okx', 'LTC')).toBeNull();
  });

  it('holds USDT at 1, whoever speaks', () => {
    const market = new JudgedMarket(new Map());
    const at = (ms: number) => judge(market, look([], NOW + ms, { coins: [USDT] })).prices;
    expect(at(0)).toMatchObject([{ abbr: 'USDT', mid: ONE, float: 'ok', fixed: 'ok', premiumPpm: null }]);
    expect(at(200)).toEqual([]);
    expect(at(1_000)).toHaveLength(1);
  });

  it('knows from the history how much a coin moves', () => {
    const history = Array.from({ length: 60 }, (_, n) => ({
      at: NOW - (60 - n) * 60_000,
      mid: parseFixed(n % 2 === 0 ? '80' : '80.01'),
    }));
    const market = new JudgedMarket(new Map([['LTC', history]]));
    const premium = judge(market, look(three())).prices[0]?.premiumPpm ?? 0;
    expect(premium).toBeGreaterThanOrEqual(DEFAULT_PREMIUM_LIMITS.floorPpm);
    expect(premium).toBeLessThan(DEFAULT_PREMIUM_LIMITS.capPpm);
  });
});
