import { describe, expect, it } from 'vitest';
import { parseFixed } from '../money/fixed.ts';
import type { Book } from './book.ts';
import { judgeMarket, type MarketVerdict } from './judge-market.ts';
import type { MarketCoin } from './judge-venues.ts';
import { sellPrice } from './ladder-price.ts';
import { DEFAULT_MARKET_LIMITS, type MarketLimits } from './market-limits.ts';
import { bookAt, bookOf, NOW } from './testing/books.ts';

const LTC: MarketCoin = { abbr: 'LTC', isStable: false, isSmall: false };
const SMALL = { ...LTC, isSmall: true };
const STABLE = { ...LTC, isStable: true };
const S = 1_000;

const VENUES = ['kraken', 'okx', 'bybit', 'gate', 'kucoin'];
/** One venue for each price, deep, of now. */
const at = (...mids: string[]) => mids.map((mid, n) => bookAt(VENUES[n] as string, mid));
const aged = (book: Book, ms: number): Book => ({ ...book, at: NOW - ms });
const judge = (
  books: readonly Book[],
  coin = LTC,
  { now = NOW, before = null as MarketVerdict | null, limits = DEFAULT_MARKET_LIMITS } = {},
) => judgeMarket(coin, books, before, { limits, now });
const of = ({ float, fixed }: MarketVerdict) => ({ float, fixed });
const OK = { float: 'ok', fixed: 'ok' };

describe('the limits', () => {
  it('are these unless an operator says otherwise', () => {
    const expected: MarketLimits = {
      floatVenues: 2,
      fixedVenues: 3,
      floatStaleS: 30,
      fixedStaleS: 10,
      aheadS: 5,
      offPpm: 10_000,
      smallOffPpm: 30_000,
      spreadPpm: 5_000,
      jumpPpm: 20_000,
      jumpWindowS: 10,
      jumpVenues: 2,
      jumpTolerancePpm: 10_000,
      pegPpm: 10_000,
      depthPpm: 30_000,
      frozenS: 60,
      sizesUsdt: [100, 1_000, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000],
    };
    expect(DEFAULT_MARKET_LIMITS).toEqual(expected);
  });
});

describe('a coin', () => {
  it('is quoted where three venues agree, and floats where two do', () => {
    expect(of(judge(at('80', '80.1', '80.2')))).toEqual(OK);
    const two = judge(at('80', '80.1'));
    expect(of(two)).toEqual({ float: 'ok', fixed: 'few' });
    expect(two.ladder?.bids).toHaveLength(9);
    expect(judge(at('80'))).toMatchObject({ float: 'few', fixed: 'few', ladder: null, mid: null });
    expect(of(judge([]))).toEqual({ float: 'few', fixed: 'few' });
  });

  it('is held at the median of the venues', () => {
    expect(judge(at('80', '80.2', '80.1')).mid).toBe(parseFixed('80.1'));
    expect(judge(at('80', '80.2')).mid).toBe(parseFixed('80.1'));
  });

  it('is judged by its own books alone', () => {
    const other = at('80', '80', '80').map((book) => ({ ...book, abbr: 'BTC' }));
    expect(judge(other)).toMatchObject({ float: 'few', leftOut: [], seen: [] });
  });

  it('has one word of each venue, the newest', () => {
    const [kraken] = at('80') as [Book];
    expect(of(judge([kraken, kraken, kraken]))).toEqual({ float: 'few', fixed: 'few' });
    const verdict = judge([kraken, aged(bookAt('kraken', '1'), 5 * S), ...at('80', '80').slice(1)]);
    expect(verdict.mid).toBe(parseFixed('80'));
  });

  it('is not quoted where the books are too thin', () => {
    const thin = VENUES.map((venue) => bookOf([['80', '1']], [['80.1', '1']], { venue }));
    expect(judge(thin)).toMatchObject({ float: 'thin', fixed: 'thin', ladder: null });
  });

  it('is not quoted where those that agree are less than half', () => {
    const split = judge(at('100', '100', '103', '101.5', '101.5'));
    expect(of(split)).toEqual({ float: 'few', fixed: 'few' });
    expect(of(judge(at('95', '100', '100', '105')))).toEqual({ float: 'ok', fixed: 'few' });
  });
});

describe('the age of a book', () => {
  it('is 30 seconds at most for float and 10 for fixed, by the time of the venue', () => {
    const [a, b, c] = at('80', '80', '80') as [Book, Book, Book];
    expect(of(judge([a, b, aged(c, 10 * S)]))).toEqual(OK);
    expect(of(judge([a, b, aged(c, 10 * S + 1)]))).toEqual({ float: 'ok', fixed: 'few' });
    expect(judge([a, b, aged(c, 30 * S)]).leftOut).toEqual([]);
    expect(judge([a, b, aged(c, 30 * S + 1)]).leftOut).toEqual([{ venue: 'bybit', why: 'old' }]);
    expect(of(judge([a, aged(b, 31 * S), aged(c, 31 * S)]))).toEqual({ float: 'few', fixed: 'few' });
  });

  it('grows while a venue repeats the same tick', () => {
    const books = at('80', '80', '80');
    let before = judge(books);
    for (let s = 1; s <= 31; s++) before = judge(books, LTC, { now: NOW + s * S, before });
    expect(before).toMatchObject({
      float: 'few',
      leftOut: VENUES.slice(0, 3).map((venue) => ({ venue, why: 'old' })),
    });
  });

  it('may be below nothing by 5 seconds and no more', () => {
    const [a, b, c] = at('80', '80', '80') as [Book, Book, Book];
    expect(of(judge([a, b, aged(c, -5 * S)]))).toEqual(OK);
    const ahead = judge([a, b, aged(c, -5 * S - 1)]);
    expect(ahead).toMatchObject({ fixed: 'few', leftOut: [{ venue: 'bybit', why: 'ahead' }] });
  });

  it('decides who makes the price where enough are young', () => {
    const older = ['gate', 'kucoin', 'mexc'].map((venue) => aged(bookAt(venue, '79.7'), 20 * S));
    const bringing = ({ ladder }: MarketVerdict) => sellPrice(ladder!, 1n)!;
    const enough = judge([...at('80', '80', '80'), ...older]);
    expect(of(enough)).toEqual(OK);
    expect(bringing(enough) > parseFixed('79.9')).toBe(true);
    const lacking = judge([...at('80'), ...older]);
    expect(of(lacking)).toEqual({ float: 'ok', fixed: 'few' });
    expect(bringing(lacking) < parseFixed('79.7')).toBe(true);
  });
});

describe('a venue', () => {
  it('that is further than a hundredth from the median of all is left out, for small coins three', () => {
    expect(judge(at('100', '100', '101')).leftOut).toEqual([]);
    expect(judge(at('100', '100', '99')).leftOut).toEqual([]);
    for (const far of ['101.01', '98.99', '0.5', '7000']) {
      const verdict = judge(at('100', '100', far));
      expect(verdict).toMatchObject({ float: 'ok', fixed: 'few', leftOut: [{ venue: 'bybit', why: 'off' }] });
      expect(verdict.mid).toBe(parseFixed('100'));
    }
    expect(judge(at('100', '100', '103'), SMALL).leftOut).toEqual([]);
    expect(judge(at('100', '100', '103.01'), SMALL).leftOut).toHaveLength(1);
  });

  it.each([
    ['empty', bookOf([], [])],
    ['absurd', bookOf([['0', '1']], [['81', '1']])],
    [
      'unsorted',
      bookOf(
        [
          ['79', '1'],
          ['80', '1'],
        ],
        [['81', '1']],
      ),
    ],
    ['crossed', bookOf([['81', '1']], [['80', '1']])],
  ])('whose book is %s is left out', (why, book) => {
    const verdict = judge([...at('80', '80', '80'), { ...book, venue: 'gate' }]);
    expect(verdict).toMatchObject({ ...OK, leftOut: [{ venue: 'gate', why }] });
  });

  it('that says the very same for more than a minute while its time goes on is left out until it moves', () => {
    const say = (s: number, bybit: string) =>
      ['80', '80', bybit].map((mid, n) => {
        // The first two move by a hair each second.
        const moving = n < 2 ? String(Number(mid) + (s % 2) / 1_000) : mid;
        return bookAt(VENUES[n] as string, moving, { at: NOW + s * S });
      });
    const hear = (until: number, coin = LTC) => {
      let before: MarketVerdict | null = null;
      for (let s = 0; s <= until; s++) before = judge(say(s, '80'), coin, { now: NOW + s * S, before });
      return before as MarketVerdict;
    };
    expect(hear(60).leftOut).toEqual([]);
    const frozen = hear(61);
    expect(frozen).toMatchObject({ fixed: 'few', leftOut: [{ venue: 'bybit', why: 'frozen' }] });
    const moved = judge(say(62, '80.001'), LTC, { now: NOW + 62 * S, before: frozen });
    expect(of(moved)).toEqual(OK);
    expect(hear(90, { ...STABLE, abbr: 'LTC' }).leftOut).toEqual([]);
  });

  it('does not stand still for longer by having had a time ahead of ours, or none', () => {
    for (const first of [NOW + 50 * S, Number.NaN]) {
      const [kraken, okx] = at('80', '80') as [Book, Book];
      const before = judge([{ ...kraken, at: first }, okx]);
      const now = NOW + 61 * S;
      const after = judge(
        [
          { ...kraken, at: now },
          { ...bookAt('okx', '81'), at: now },
        ],
        LTC,
        { now, before },
      );
      expect(after.leftOut).toContainEqual({ venue: 'kraken', why: 'frozen' });
    }
  });
});

describe('a fixed price', () => {
  it('stops where the venues are more than half a percent apart', () => {
    expect(of(judge(at('100', '100.2', '100.5')))).toEqual(OK);
    expect(of(judge(at('100', '100.2', '100.51')))).toEqual({ float: 'ok', fixed: 'spread' });
  });

  it('is not stopped by how far those are that do not count', () => {
    expect(of(judge(at('100', '100', '100.1', '150')))).toEqual(OK);
  });

  it('stops at a jump until two venues have confirmed it, while float goes on', () => {
    const jumped = judge(at('103', '103', '103'), LTC, {
      now: NOW + S,
      before: judge(at('100', '100', '100')),
    });
    expect(of(jumped)).toEqual({ float: 'ok', fixed: 'jump' });
    const later = (count: number) =>
      at('103', '103', '103').map((book, n) => (n < count ? { ...book, at: NOW + 2 * S } : book));
    const next = (count: number) => of(judge(later(count), LTC, { now: NOW + 3 * S, before: jumped }));
    expect([next(0), next(1)]).toEqual(Array(2).fill({ float: 'ok', fixed: 'jump' }));
    expect(next(2)).toEqual(OK);
  });

  it('remembers a jump through a time with too few venues', () => {
    const jumped = judge(at('103', '103', '103'), LTC, {
      now: NOW + S,
      before: judge(at('100', '100', '100')),
    });
    const gone = judge([], LTC, { now: NOW + 2 * S, before: jumped });
    const back = judge(at('103', '103', '103'), LTC, { now: NOW + 3 * S, before: gone });
    expect(of(back)).toEqual({ float: 'ok', fixed: 'jump' });
  });
});

describe('a stable coin', () => {
  it('has a real price', () => {
    expect(judge(at('0.9991', '0.9992', '0.9993'), STABLE)).toMatchObject({
      ...OK,
      mid: parseFixed('0.9992'),
    });
  });

  it('is not quoted a hundredth off its peg, either way, by either mode', () => {
    for (const near of ['0.99', '1.01']) expect(of(judge(at(near, near, near), STABLE))).toEqual(OK);
    for (const off of ['0.9899', '1.0101', '0.2'])
      expect(judge(at(off, off, off), STABLE)).toMatchObject({ float: 'peg', fixed: 'peg', ladder: null });
  });
});
