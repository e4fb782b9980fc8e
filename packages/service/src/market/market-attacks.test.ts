import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ONE } from '../money/fixed.ts';
import { ceilDivide } from '../money/units.ts';
import type { Book } from './book.ts';
import { whyNotABook } from './book-fault.ts';
import { amountsFor, type Fraction } from './depth.ts';
import { judgeMarket } from './judge-market.ts';
import { DEFAULT_MARKET_LIMITS } from './market-limits.ts';
import { anyPrice, NOW, named, soundBook } from './testing/books.ts';

const LTC = { abbr: 'LTC', isStable: false, isSmall: false };
const judge = (books: readonly Book[]) =>
  judgeMarket(LTC, books, null, { limits: DEFAULT_MARKET_LIMITS, now: NOW });

/** Venues that are honest: no two are further apart than a venue may be from the median. */
const honestBooks = (price: bigint, least: number, most: number) =>
  fc.array(soundBook(price, 2_000), { minLength: least, maxLength: most }).map((list) => named(list));
const lie = anyPrice.chain((price) => soundBook(price, 0, 500_000));
/** Near enough to count, with a depth of its own making. */
const subtleLie = (price: bigint) => soundBook(price, 9_000, 500_000);

const attacked = fc.tuple(anyPrice, fc.integer({ min: 2, max: 4 })).chain(([price, honest]) =>
  fc.record({
    honest: honestBooks(price, honest, honest),
    liars: fc
      .array(fc.oneof(lie, subtleLie(price)), { minLength: 1, maxLength: honest - 1 })
      .map((list) => named(list, 'liar')),
  }),
);

const amountsAt = (books: readonly Book[], side: 'bids' | 'asks', value: bigint) =>
  books.flatMap((book) => amountsFor(book[side], [value])[0] ?? []);
const up = ({ top, bottom }: Fraction) => ceilDivide(top, bottom);
const down = ({ top, bottom }: Fraction) => top / bottom;
const least = (list: readonly bigint[]) => list.reduce((a, b) => (a < b ? a : b));
const most = (list: readonly bigint[]) => list.reduce((a, b) => (a > b ? a : b));
const rounding = (value: bigint) => 2n * (value / (100n * ONE)) + 2n;

describe('venues that lie, fewer than the honest ones', () => {
  it('leave every price within what honest ones give', () => {
    const property = fc.property(attacked, ({ honest, liars }) => {
      const { ladder } = judge([...honest, ...liars]);
      for (const { value, amount } of ladder?.bids ?? []) {
        const amounts = amountsAt(honest, 'bids', value).map(up);
        expect(amount >= least(amounts)).toBe(true);
        if (amounts.length === honest.length) expect(amount <= most(amounts) + rounding(value)).toBe(true);
      }
      for (const { value, amount } of ladder?.asks ?? []) {
        const amounts = amountsAt(honest, 'asks', value).map(down);
        expect(amount <= most(amounts)).toBe(true);
        if (amounts.length === honest.length) expect(amount >= least(amounts) - rounding(value)).toBe(true);
      }
    });
    fc.assert(property, { numRuns: 300 });
  });

  it('have no honest one left out', () => {
    const property = fc.property(attacked, ({ honest, liars }) => {
      const names = new Set(honest.map(({ venue }) => venue));
      expect(judge([...liars, ...honest]).leftOut.filter(({ venue }) => names.has(venue))).toEqual([]);
    });
    fc.assert(property, { numRuns: 200 });
  });
});

describe('books that are rubbish, old, or of the future', () => {
  const spoil: readonly ((book: Book) => Book)[] = [
    (book) => ({ ...book, bids: [] }),
    (book) => ({ ...book, asks: [] }),
    (book) => ({ ...book, bids: book.asks, asks: book.bids }),
    (book) => ({ ...book, bids: [{ price: book.asks[0]!.price, amount: ONE }, ...book.bids] }),
    (book) => ({ ...book, asks: [...book.asks, { price: 1n, amount: ONE }] }),
    (book) => ({ ...book, bids: [...book.bids, { price: -1n, amount: ONE }] }),
    (book) => ({ ...book, asks: [...book.asks, { price: book.asks.at(-1)!.price, amount: 0n }] }),
    (book) => ({ ...book, at: NOW - 30_001 }),
    (book) => ({ ...book, at: NOW + 5_001 }),
    (book) => ({ ...book, at: Number.NaN }),
  ];
  const spoilt = fc
    .tuple(anyPrice, anyPrice)
    .chain(([price, other]) =>
      fc.record({
        good: honestBooks(price, 0, 4),
        bad: fc.array(
          fc
            .tuple(fc.oneof(soundBook(price, 0), soundBook(other, 0)), fc.constantFrom(...spoil))
            .map(([book, spoiling]) => spoiling(book)),
          { minLength: 1, maxLength: 6 },
        ),
      }),
    )
    .map(({ good, bad }) => ({ good, bad: named(bad, 'bad') }));

  it('contribute nothing: the verdict is the one without them', () => {
    const property = fc.property(spoilt, ({ good, bad }) => {
      const { leftOut, seen: _, ...verdict } = judge([...bad, ...good]);
      const { leftOut: fewer, seen: __, ...without } = judge(good);
      expect(verdict).toEqual(without);
      expect(leftOut).toHaveLength(fewer.length + bad.length);
      for (const book of bad) {
        const fault = whyNotABook(book);
        if (fault) expect(leftOut).toContainEqual({ venue: book.venue, why: fault });
      }
    });
    fc.assert(property, { numRuns: 300 });
  });
});
