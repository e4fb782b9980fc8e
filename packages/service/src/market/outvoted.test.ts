import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ONE } from '../money/fixed.ts';
import type { Book } from './book.ts';
import { judgeMarket } from './judge-market.ts';
import type { Rung } from './ladder.ts';
import { ladderOf } from './ladder.ts';
import { DEFAULT_MARKET_LIMITS } from './market-limits.ts';
import { anyPrice, bookAt, NOW, named, soundBook } from './testing/books.ts';

const LTC = { abbr: 'LTC', isStable: false, isSmall: false };
const LIMITS = DEFAULT_MARKET_LIMITS;
const judge = (books: readonly Book[]) => judgeMarket(LTC, books, null, { limits: LIMITS, now: NOW });
const aged = (book: Book, s: number): Book => ({ ...book, at: NOW - s * 1_000 });
const averageOf = ({ value, amount }: Rung) => (value * ONE) / amount;

describe('what was said earlier', () => {
  it('is not asked where two venues are young, however many say it', () => {
    const older = ['a', 'b', 'c'].map((venue) => aged(bookAt(venue, '102'), 25));
    const verdict = judge([...older, bookAt('kraken', '100'), bookAt('okx', '100')]);
    expect(verdict).toMatchObject({ float: 'ok', fixed: 'few', mid: 100n * ONE });
    expect(verdict.leftOut.map(({ why }) => why)).toEqual(['off', 'off', 'off']);
  });

  it('stops the coin where the one venue that is young is far from it', () => {
    const older = ['a', 'b'].map((venue) => aged(bookAt(venue, '102'), 25));
    expect(judge([...older, bookAt('kraken', '100')])).toMatchObject({ float: 'few', ladder: null });
    expect(judge(older)).toMatchObject({ float: 'ok' });
  });

  it('never gives a float order more than whoever is young would', () => {
    const mixed = anyPrice.chain((price) =>
      fc.record({
        young: fc.array(soundBook(price, 4_000), { minLength: 1, maxLength: 2 }),
        older: fc.array(soundBook(price, 4_000), { minLength: 1, maxLength: 4 }),
      }),
    );
    const property = fc.property(mixed, ({ young, older }) => {
      const fresh = named(young, 'young');
      const { ladder } = judge([...named(older, 'older').map((book) => aged(book, 20)), ...fresh]);
      fc.pre(ladder !== null);
      const best = ladderOf(fresh, { sizesUsdt: LIMITS.sizesUsdt, minVenues: fresh.length });
      for (const [n, rung] of ladder.bids.entries())
        expect(rung.amount >= (best?.bids[n]?.amount ?? rung.amount + 1n)).toBe(true);
      for (const [n, rung] of ladder.asks.entries())
        expect(rung.amount <= (best?.asks[n]?.amount ?? rung.amount - 1n)).toBe(true);
    });
    fc.assert(property, { numRuns: 200 });
  });
});

describe('a gap in the books', () => {
  const gapped = (venue: string, next: string): Book => {
    const [near, far] = [bookAt(venue, '100'), bookAt(venue, next)];
    const little = (side: Book['bids']) => side.map((level) => ({ ...level, amount: 50n * ONE }));
    return { ...near, bids: [...little(near.bids), ...far.bids] };
  };

  it('ends the ladder of its side, and no other', () => {
    const { ladder, float } = judge(['a', 'b', 'c'].map((venue) => gapped(venue, '60')));
    expect(float).toBe('ok');
    expect(ladder?.bids.map(({ value }) => value / ONE)).toEqual([100n, 1_000n, 5_000n]);
    expect(ladder?.asks).toHaveLength(LIMITS.sizesUsdt.length);
  });

  it('leaves no rung further from the middle price than a setting says', () => {
    const books = anyPrice.chain((price) =>
      fc.array(soundBook(price, 1_000, 300_000), { minLength: 3, maxLength: 5 }).map((list) => named(list)),
    );
    const property = fc.property(books, (list) => {
      const { ladder, mid } = judge(list);
      fc.pre(ladder !== null && mid !== null);
      const most = (mid * BigInt(LIMITS.depthPpm)) / 1_000_000n + 1n;
      for (const rung of ladder.bids) expect(mid - averageOf(rung) <= most).toBe(true);
      for (const rung of ladder.asks) expect(averageOf(rung) - mid <= most).toBe(true);
    });
    fc.assert(property, { numRuns: 200 });
  });
});
