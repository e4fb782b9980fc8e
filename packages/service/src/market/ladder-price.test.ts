import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ONE, parseFixed } from '../money/fixed.ts';
import { priceToBuy, priceToSell } from './depth.ts';
import { type Ladder, ladderOf, type Rung } from './ladder.ts';
import { buyAmount, buyPrice, sellPrice, sellValue } from './ladder-price.ts';
import { anyPrice, named, soundBook } from './testing/books.ts';

const LIMITS = { sizesUsdt: [100, 1_000, 5_000, 25_000, 100_000], minVenues: 2 };
const rung = (value: string, amount: string): Rung => ({
  value: parseFixed(value),
  amount: parseFixed(amount),
});
const LADDER: Ladder = {
  bids: [rung('100', '1'), rung('1000', '10'), rung('5000', '60')],
  asks: [rung('100', '1'), rung('1000', '10'), rung('5000', '40')],
};

/** A ladder, the books it is of, and two sizes within it for each side, the smaller first. */
const priced = anyPrice
  .chain((price) =>
    fc.record({
      books: fc.array(soundBook(price, 5_000), { minLength: 2, maxLength: 5 }).map((list) => named(list)),
      shares: fc.tuple(fc.bigInt({ min: 1n, max: ONE }), fc.bigInt({ min: 1n, max: ONE })),
      isNear: fc.boolean(),
    }),
  )
  .map(({ books, shares, isNear }) => ({ books, shares, isNear, ladder: ladderOf(books, LIMITS) }))
  .filter(({ ladder }) => ladder !== null)
  .map(({ books, shares, isNear, ladder }) => {
    const within = ({ value, amount }: Rung, by: keyof Rung) => {
      const whole = by === 'value' ? value : amount;
      const [one = 1n, other = 1n] = shares.map((share) => (whole * share) / ONE + 1n);
      const sizes = [one, isNear ? one + 1n : other].map((size) => (size > whole ? whole : size));
      return sizes.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)) as [bigint, bigint];
    };
    const { bids, asks } = ladder as Ladder;
    return {
      books,
      ladder: ladder as Ladder,
      amounts: within(bids.at(-1)!, 'amount'),
      values: within(asks.at(-1)!, 'value'),
    };
  });

describe('the price of a size', () => {
  it('is that of the first rung for all that is smaller', () => {
    for (const size of [1n, ONE / 3n, ONE]) expect(sellPrice(LADDER, size)).toBe(parseFixed('100'));
    for (const size of [1n, ONE, 100n * ONE]) expect(buyPrice(LADDER, size)).toBe(parseFixed('100'));
  });

  it('is the exact average on the line between two rungs, rounded for the treasury', () => {
    expect(sellPrice(LADDER, 10n * ONE)).toBe(parseFixed('100'));
    // 1,000 for the first 10, then 80 each.
    expect(sellValue(LADDER, 35n * ONE)).toBe(parseFixed('3000'));
    expect(sellPrice(LADDER, 35n * ONE)).toBe(parseFixed('85.714285714285714285'));
    // 10 for the first 1,000, then 0.0075 for each.
    expect(buyAmount(LADDER, 3_000n * ONE)).toBe(parseFixed('25'));
    expect(buyPrice(LADDER, 3_000n * ONE)).toBe(parseFixed('120'));
    expect(buyPrice(LADDER, 2_000n * ONE)).toBe(parseFixed('114.285714285714285715'));
  });

  it('is unknown beyond the last rung', () => {
    expect(sellPrice(LADDER, 60n * ONE)).toBe(parseFixed('83.333333333333333333'));
    expect([sellPrice(LADDER, 60n * ONE + 1n), sellValue(LADDER, 60n * ONE + 1n)]).toEqual([null, null]);
    expect(buyPrice(LADDER, 5_000n * ONE)).toBe(parseFixed('125'));
    expect([buyPrice(LADDER, 5_000n * ONE + 1n), buyAmount(LADDER, 5_000n * ONE + 1n)]).toEqual([null, null]);
  });

  it('does not exist for no size', () => {
    for (const price of [sellPrice, buyPrice, sellValue, buyAmount])
      expect(() => price(LADDER, 0n)).toThrow(RangeError);
  });

  it('is never better for a larger one', () => {
    const property = fc.property(priced, ({ ladder, amounts, values }) => {
      expect(sellPrice(ladder, amounts[1])! <= sellPrice(ladder, amounts[0])!).toBe(true);
      expect(buyPrice(ladder, values[1])! >= buyPrice(ladder, values[0])!).toBe(true);
    });
    fc.assert(property, { numRuns: 300 });
  });

  it('is the exact one by less than a unit', () => {
    const property = fc.property(priced, ({ ladder, amounts: [amount], values: [value] }) => {
      const [price, brings] = [sellPrice(ladder, amount)!, sellValue(ladder, amount)!];
      expect(price * amount < (brings + 1n) * ONE && (price + 1n) * amount > brings * ONE).toBe(true);
      const [cost, buys] = [buyPrice(ladder, value)!, buyAmount(ladder, value)!];
      expect(cost * (buys + 1n) > value * ONE && (cost - 1n) * buys < value * ONE).toBe(true);
    });
    fc.assert(property, { numRuns: 200 });
  });
});

describe('what is received', () => {
  it('never falls when more is sent, be it one unit', () => {
    const property = fc.property(priced, ({ ladder, amounts, values }) => {
      expect(sellValue(ladder, amounts[1])! >= sellValue(ladder, amounts[0])!).toBe(true);
      expect(buyAmount(ladder, values[1])! >= buyAmount(ladder, values[0])!).toBe(true);
    });
    fc.assert(property, { numRuns: 300 });
  });

  it('at the average price falls by no more than that is rounded by', () => {
    const property = fc.property(priced, ({ ladder, amounts: [less, more] }) => {
      const brings = (amount: bigint) => sellPrice(ladder, amount)! * amount;
      expect(brings(less) - brings(more) < more).toBe(true);
    });
    fc.assert(property, { numRuns: 200 });
  });

  it('is, for any size, no more than one of the venues gives', () => {
    const property = fc.property(priced, ({ books, ladder, amounts: [amount], values: [value] }) => {
      const gives = books.map((book) => priceToSell(book, amount)).filter((price) => price !== 'thin');
      expect(gives.some((price) => price >= sellPrice(ladder, amount)!)).toBe(true);
      const costs = books.map((book) => priceToBuy(book, value)).filter((price) => price !== 'thin');
      expect(costs.some((price) => price <= buyPrice(ladder, value)!)).toBe(true);
    });
    fc.assert(property, { numRuns: 300 });
  });
});
