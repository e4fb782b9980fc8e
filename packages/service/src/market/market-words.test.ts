import { describe, expect, it } from 'vitest';
import { judgeMarket, type MarketVerdict } from './judge-market.ts';
import { DEFAULT_MARKET_LIMITS } from './market-limits.ts';
import { LEFT_OUT_WORDS, marketNews, STOP_WORDS } from './market-words.ts';
import { bookAt, NOW } from './testing/books.ts';

const LTC = { abbr: 'LTC', isStable: false, isSmall: false };
const judge = (mids: readonly string[], before: MarketVerdict | null = null) =>
  judgeMarket(
    LTC,
    mids.map((mid, n) => bookAt(`venue${n}`, mid)),
    before,
    { limits: DEFAULT_MARKET_LIMITS, now: NOW },
  );

describe('the news of a market', () => {
  it('is none while nothing changes', () => {
    const first = judge(['80', '80', '80']);
    expect(marketNews(null, first)).toEqual([]);
    expect(marketNews(first, judge(['80', '80.1', '80'], first))).toEqual([]);
  });

  it('is that a coin stops and goes on, each with its reason', () => {
    const good = judge(['80', '80', '80']);
    const spread = judge(['80', '80', '80.5'], good);
    expect(marketNews(good, spread)).toEqual(['LTC is not quoted (fixed): the venues are too far apart']);
    expect(marketNews(spread, good)).toEqual(['LTC is quoted again (fixed)']);
  });

  it('is which venue counts no more, and which does again', () => {
    const good = judge(['80', '80', '80', '80']);
    const off = judge(['80', '80', '80', '90'], good);
    expect(marketNews(good, off)).toEqual(['venue3 does not count for LTC: it is too far from the others']);
    expect(marketNews(off, good)).toEqual(['venue3 counts for LTC again']);
  });

  it('has a sentence of its own for every reason', () => {
    for (const words of [STOP_WORDS, LEFT_OUT_WORDS])
      expect(new Set(Object.values(words)).size).toBe(Object.keys(words).length);
  });
});
