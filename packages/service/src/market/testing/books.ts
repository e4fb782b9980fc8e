import fc from 'fast-check';
import { ONE, parseFixed } from '../../money/fixed.ts';
import type { Book, Level } from '../book.ts';

export const NOW = 1_700_000_000_000;

type Pair = readonly [price: string, amount: string];

const levelsOf = (pairs: readonly Pair[]): Level[] =>
  pairs.map(([price, amount]) => ({ price: parseFixed(price), amount: parseFixed(amount) }));

/** A book as a venue would print it. */
export function bookOf(bids: readonly Pair[], asks: readonly Pair[], changes: Partial<Book> = {}): Book {
  return { venue: 'kraken', abbr: 'LTC', at: NOW, bids: levelsOf(bids), asks: levelsOf(asks), ...changes };
}

/** A deep book around a price, a hundredth of a percent wide. */
export function bookAt(venue: string, mid: string, changes: Partial<Book> = {}): Book {
  const price = parseFixed(mid);
  const half = price / 20_000n;
  const amount = (10n ** 7n * ONE * ONE) / price;
  return {
    venue,
    abbr: 'LTC',
    at: NOW,
    bids: [{ price: price - half, amount }],
    asks: [{ price: price + half, amount }],
    ...changes,
  };
}

/** How far each level is from the one before, in millionths, and what it is worth in USDT. */
const steps = (most: number) =>
  fc.array(fc.tuple(fc.nat(most), fc.oneof(fc.integer({ min: 1, max: 2_000 }), fc.nat(300_000))), {
    minLength: 1,
    maxLength: 8,
  });

function levelsFrom(best: bigint, list: readonly (readonly [number, number])[], direction: bigint): Level[] {
  let price = best;
  return list.map(([ppm, value]) => {
    price += (direction * price * BigInt(ppm)) / 1_000_000n;
    return { price, amount: (BigInt(value) * ONE * ONE) / price + 1n };
  });
}

/** Sound books around a price, of any depth; the mid is off it by no more than so many millionths. */
export function soundBook(around: bigint, offPpm: number, mostStepPpm = 20_000): fc.Arbitrary<Book> {
  return fc
    .record({
      off: fc.integer({ min: -offPpm, max: offPpm }),
      half: fc.integer({ min: 1, max: 500 }),
      bids: steps(mostStepPpm),
      asks: steps(mostStepPpm),
    })
    .map(({ off, half, bids, asks }) => {
      const mid = around + (around * BigInt(off)) / 1_000_000n;
      const gap = (mid * BigInt(half)) / 1_000_000n + 1n;
      // The first step widens both sides alike, or the mid would move.
      const first = (list: typeof bids) => list.map(([ppm, value], n) => [n === 0 ? 0 : ppm, value] as const);
      return {
        venue: 'any',
        abbr: 'LTC',
        at: NOW,
        bids: levelsFrom(mid - gap, first(bids), -1n),
        asks: levelsFrom(mid + gap, first(asks), 1n),
      };
    });
}

/** From a hundred thousandth of a dollar to a hundred thousand. */
export const anyPrice = fc.bigInt({ min: 10n ** 13n, max: 10n ** 23n });

/** Each its own venue. */
export function named(books: readonly Book[], prefix = 'venue'): Book[] {
  return books.map((book, n) => ({ ...book, venue: `${prefix}${n}` }));
}
