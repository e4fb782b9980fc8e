import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ONE } from '../money/fixed.ts';
import { ceilDivide } from '../money/units.ts';
import type { Book, Level } from './book.ts';
import { amountsFor, type Fraction } from './depth.ts';
import { type Ladder, ladderOf, type Rung } from './ladder.ts';
import { anyPrice, bookOf, named, soundBook } from './testing/books.ts';

const LIMITS = { sizesUsdt: [100, 1_000, 5_000, 25_000, 100_000], minVenues: 2 };
const usdt = (size: number) => BigInt(size) * ONE;
const books = (least: number, most: number) =>
  anyPrice.chain((price) =>
    fc.array(soundBook(price, 5_000), { minLength: least, maxLength: most }).map((list) => named(list)),
  );

/** What each venue alone takes or gives for a value, rounded for the treasury. */
const soldAt = (list: readonly Book[], value: bigint) => exactly(list, 'bids', value).map(up);
const boughtAt = (list: readonly Book[], value: bigint) => exactly(list, 'asks', value).map(down);
const exactly = (list: readonly Book[], side: 'bids' | 'asks', value: bigint) =>
  list.flatMap((book) => amountsFor(book[side], [value])[0] ?? []);
const up = ({ top, bottom }: Fraction) => ceilDivide(top, bottom);
const down = ({ top, bottom }: Fraction) => top / bottom;
const least = (list: readonly bigint[]) => list.reduce((a, b) => (a < b ? a : b));
const most = (list: readonly bigint[]) => list.reduce((a, b) => (a > b ? a : b));

const deep = (price: string, ask: string) => bookOf([[price, '10000']], [[ask, '10000']]);
/** To the nearest cent. */
const priceOf = ({ value, amount }: Rung) => (value * 100n + amount / 2n) / amount;

describe('a rung', () => {
  it('is the median of three', () => {
    const ladder = ladderOf([deep('80', '84'), deep('79', '83'), deep('50', '99')], LIMITS) as Ladder;
    expect(ladder.bids.map(priceOf)).toEqual(Array(5).fill(7_900n));
    expect(ladder.asks.map(priceOf)).toEqual(Array(5).fill(8_400n));
  });

  it('is the worse one of two, on either side', () => {
    const ladder = ladderOf([deep('80', '84'), deep('79', '83')], LIMITS) as Ladder;
    expect(priceOf(ladder.bids[0]!)).toBe(7_900n);
    expect(priceOf(ladder.asks[0]!)).toBe(8_400n);
  });

  it('exists as far as enough venues have the depth', () => {
    const thin = bookOf([['80', '20']], [['81', '20']]);
    const sizes = (list: Book[], minVenues = 2) =>
      ladderOf(list, { ...LIMITS, minVenues })?.bids.map(({ value }) => value / ONE);
    expect(sizes([deep('80', '81'), thin])).toEqual([100n, 1_000n]);
    expect(sizes([deep('80', '81'), deep('80', '81'), thin])).toHaveLength(5);
    expect(sizes([deep('80', '81'), deep('80', '81'), thin], 3)).toEqual([100n, 1_000n]);
  });

  it('is not set by a few who claim a depth that most do not have', () => {
    const thin = bookOf([['80', '20']], [['81', '20']]);
    const ladder = ladderOf([thin, thin, thin, deep('79.9', '81'), deep('79.9', '81')], LIMITS);
    expect(ladder?.bids).toHaveLength(2);
  });

  it('is missing altogether where a side is too thin for the smallest', () => {
    const noBids = bookOf([['80', '1']], [['81', '10000']]);
    const noAsks = bookOf([['80', '10000']], [['81', '1']]);
    expect(ladderOf([noBids, noBids], LIMITS)).toBeNull();
    expect(ladderOf([noAsks, noAsks], LIMITS)).toBeNull();
    expect(ladderOf([], { ...LIMITS, minVenues: 0 })).toBeNull();
  });

  it('stands once, in the order of sizes, however they are listed', () => {
    const sizesUsdt = [5_000, 100, 5_000];
    const ladder = ladderOf([deep('80', '81'), deep('80', '81')], { ...LIMITS, sizesUsdt });
    expect(ladder?.asks.map(({ value }) => value)).toEqual([usdt(100), usdt(5_000)]);
  });

  it('promises no more than what more than half of the venues give for its size', () => {
    const property = fc.property(books(2, 6), (list) => {
      const ladder = ladderOf(list, LIMITS);
      fc.pre(ladder !== null);
      for (const { value, amount } of ladder.bids)
        expect(soldAt(list, value).filter((each) => each <= amount).length * 2).toBeGreaterThan(list.length);
      for (const { value, amount } of ladder.asks)
        expect(boughtAt(list, value).filter((each) => each >= amount).length * 2).toBeGreaterThan(
          list.length,
        );
    });
    fc.assert(property, { numRuns: 200 });
  });

  it('is never better than the one before', () => {
    const property = fc.property(books(2, 6), (list) => {
      const ladder = ladderOf(list, LIMITS);
      fc.pre(ladder !== null);
      for (const [n, { value, amount }] of ladder.bids.entries()) {
        const before = ladder.bids[n - 1];
        if (before) expect(value * before.amount <= before.value * amount).toBe(true);
      }
      for (const [n, { value, amount }] of ladder.asks.entries()) {
        const before = ladder.asks[n - 1];
        if (before) expect(value * before.amount >= before.value * amount).toBe(true);
      }
    });
    fc.assert(property, { numRuns: 200 });
  });
});

describe('a venue that lies', () => {
  /** Any sound book at all, at a price and of a depth of its own. */
  const lie = anyPrice.chain((price) => soundBook(price, 0, 500_000));
  const honestAndLying = fc
    .integer({ min: 2, max: 4 })
    .chain((honest) =>
      fc.tuple(books(honest, honest), fc.array(lie, { minLength: 1, maxLength: honest - 1 })),
    )
    .map(([honest, liars]) => ({ honest, all: [...honest, ...named(liars, 'liar')] }));
  /** Averages that rounding would let improve are held at the one before: a unit, times how much larger the size is. */
  const rounding = (value: bigint) => 2n * (value / usdt(100)) + 2n;

  it('moves no rung out of the spread of the honest ones while these are more', () => {
    const property = fc.property(honestAndLying, ({ honest, all }) => {
      const ladder = ladderOf(all, LIMITS);
      for (const { value, amount } of ladder?.bids ?? []) {
        const amounts = soldAt(honest, value);
        expect(amount >= least(amounts)).toBe(true);
        if (amounts.length === honest.length) expect(amount <= most(amounts) + rounding(value)).toBe(true);
      }
      for (const { value, amount } of ladder?.asks ?? []) {
        const amounts = boughtAt(honest, value);
        expect(amount <= most(amounts)).toBe(true);
        if (amounts.length === honest.length) expect(amount >= least(amounts) - rounding(value)).toBe(true);
      }
    });
    fc.assert(property, { numRuns: 300 });
  });

  it('takes away no rung that all honest ones have the depth for', () => {
    const property = fc.property(honestAndLying, ({ honest, all }) => {
      const sizes = LIMITS.sizesUsdt.filter((size) =>
        (['bids', 'asks'] as const).every(
          (side) => exactly(honest, side, usdt(size)).length === honest.length,
        ),
      );
      const ladder = ladderOf(all, LIMITS);
      expect(ladder?.bids.length ?? 0).toBeGreaterThanOrEqual(sizes.length);
      expect(ladder?.asks.length ?? 0).toBeGreaterThanOrEqual(sizes.length);
    });
    fc.assert(property, { numRuns: 200 });
  });

  it('is never believed over an honest one even where they are as many: nothing better than the best of these', () => {
    const even = fc
      .integer({ min: 1, max: 3 })
      .chain((n) => fc.tuple(books(n, n), fc.array(lie, { minLength: n, maxLength: n })));
    const property = fc.property(even, ([honest, liars]) => {
      const ladder = ladderOf([...honest, ...liars], LIMITS);
      for (const { value, amount } of ladder?.bids ?? [])
        expect(amount >= least(soldAt(honest, value))).toBe(true);
      for (const { value, amount } of ladder?.asks ?? [])
        expect(amount <= most(boughtAt(honest, value))).toBe(true);
    });
    fc.assert(property, { numRuns: 200 });
  });
});

describe('the books of these tests', () => {
  it('go from thin to deep', () => {
    const worth = (levels: readonly Level[]) =>
      levels.reduce((sum, { price, amount }) => sum + price * amount, 0n) / ONE / ONE;
    const depths = fc
      .sample(books(2, 2), { numRuns: 100, seed: 1 })
      .flatMap((list) => list.map(({ bids }) => worth(bids)));
    expect(depths.some((depth) => depth < 1_000n)).toBe(true);
    expect(depths.some((depth) => depth > 100_000n)).toBe(true);
  });
});
