import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ONE, parseFixed } from '../../money/fixed.ts';
import type { Book } from '../book.ts';
import { converting, inUsdt } from './converting.ts';
import type { VenueCoinState, VenueCoinWord } from './venue.ts';

const bookOf = (abbr: string, bid: bigint, ask: bigint, at = 1_000): Book => ({
  venue: 'kraken',
  abbr,
  bids: [{ price: bid, amount: ONE }],
  asks: [{ price: ask, amount: ONE }],
  at,
});
const state = (what: VenueCoinWord, error: string | null = null): VenueCoinState => ({
  what,
  since: 5,
  error,
  errorAt: error === null ? null : 6,
});

describe('a book in dollars', () => {
  it('is one in USDT at the worse side of what USDT costs, and as old as the older', () => {
    const usdt = bookOf('USDT', parseFixed('0.999'), parseFixed('1.001'), 900);
    const converted = inUsdt(bookOf('BTC', parseFixed('99'), parseFixed('101')), usdt);
    expect(converted).toMatchObject({
      bids: [{ price: parseFixed('98.901098901098901098'), amount: ONE }],
      asks: [{ price: parseFixed('101.101101101101101102'), amount: ONE }],
      at: 900,
    });
  });

  it('brings nobody more than going by way of USDT does', () => {
    const price = fc.bigInt({ min: ONE / 1_000n, max: 100_000n * ONE });
    const near = fc.bigInt({ min: (98n * ONE) / 100n, max: (102n * ONE) / 100n });
    const property = fc.property(price, near, near, (bid, one, other) => {
      const [low, high] = one < other ? [one, other] : [other, one];
      const converted = inUsdt(bookOf('BTC', bid, bid + 1n), bookOf('USDT', low, high + 1n));
      expect(converted!.bids[0]!.price * (high + 1n)).toBeLessThanOrEqual(bid * ONE);
      expect(converted!.asks[0]!.price * low).toBeGreaterThanOrEqual((bid + 1n) * ONE);
    });
    fc.assert(property);
  });

  it('has no price without one of USDT', () => {
    expect(inUsdt(bookOf('BTC', 1n, 2n), { ...bookOf('USDT', 1n, 2n), asks: [] })).toBeNull();
  });
});

describe('a venue in dollars', () => {
  const hear = () => {
    const told: string[] = [];
    const books: Book[] = [];
    const ears = converting({
      book: (book) => books.push(book),
      state: (abbr, { what, error }) => told.push(`${abbr} ${what}${error === null ? '' : `: ${error}`}`),
    });
    return { told, books, ears };
  };

  it('tells nothing of a coin before USDT has a price, nor once it has none any more', () => {
    const { told, books, ears } = hear();
    ears.state('USDT', state('opening'));
    ears.state('BTC', state('opening'));
    ears.state('BTC', state('streaming'));
    ears.book(bookOf('BTC', ONE, 2n * ONE));
    expect(books).toEqual([]);
    ears.state('USDT', state('streaming'));
    ears.book(bookOf('USDT', ONE, ONE + 1n));
    ears.book(bookOf('BTC', ONE, 2n * ONE));
    expect(books.length).toBe(1);
    ears.state('USDT', state('away', 'gone'));
    ears.book(bookOf('BTC', ONE, 2n * ONE));
    expect(books.length).toBe(1);
    expect(told).toEqual([
      'BTC opening',
      'BTC opening: USDT has no price in USD there',
      'BTC streaming',
      'BTC away: USDT has no price in USD there: gone',
    ]);
  });

  it("tells a coin's own trouble first", () => {
    const { told, ears } = hear();
    ears.state('USDT', state('wrong', 'crossed'));
    ears.state('BTC', state('refused', 'not traded'));
    expect(told).toEqual(['BTC refused: not traded']);
  });
});
