import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ONE, parseFixed } from '../money/fixed.ts';
import type { Level } from './book.ts';
import { amountsFor, priceToBuy, priceToSell } from './depth.ts';
import { anyPrice, bookOf, soundBook } from './testing/books.ts';

const BOOK = bookOf(
  [
    ['80', '1'],
    ['79', '2'],
  ],
  [
    ['81', '1'],
    ['82', '2'],
  ],
);
const anyBook = anyPrice.chain((price) => soundBook(price, 0));
const amountOf = (levels: readonly Level[]) => levels.reduce((sum, { amount }) => sum + amount, 0n);
const scaledValueOf = (levels: readonly Level[]) =>
  levels.reduce((sum, { price, amount }) => sum + price * amount, 0n);
const part = fc.bigInt({ min: 1n, max: ONE });

describe('what a coin brings at a venue', () => {
  it('is the average over the bids that it takes, rounded down', () => {
    expect(priceToSell(BOOK, ONE / 2n)).toBe(parseFixed('80'));
    expect(priceToSell(BOOK, ONE)).toBe(parseFixed('80'));
    expect(priceToSell(BOOK, 2n * ONE)).toBe(parseFixed('79.5'));
    expect(priceToSell(BOOK, 3n * ONE)).toBe(parseFixed('79.333333333333333333'));
  });

  it('is unknown where the book is too thin', () => {
    expect(priceToSell(BOOK, 3n * ONE + 1n)).toBe('thin');
  });

  it('is the exact average by less than a unit, for the treasury', () => {
    const property = fc.property(anyBook, part, (book, share) => {
      const amount = (amountOf(book.bids) * share) / ONE + 1n;
      fc.pre(amount <= amountOf(book.bids));
      const price = priceToSell(book, amount) as bigint;
      let left = amount;
      const exact = book.bids.reduce((sum, level) => {
        const taken = left < level.amount ? left : level.amount;
        left -= taken;
        return sum + taken * level.price;
      }, 0n);
      expect(price * amount <= exact && (price + 1n) * amount > exact).toBe(true);
    });
    fc.assert(property, { numRuns: 200 });
  });
});

describe('what a coin costs at a venue', () => {
  it('is the average over the asks that a value takes, rounded up', () => {
    expect(priceToBuy(BOOK, 81n * ONE)).toBe(parseFixed('81'));
    expect(priceToBuy(BOOK, 163n * ONE)).toBe(parseFixed('81.5'));
    expect(priceToBuy(BOOK, 245n * ONE)).toBe(parseFixed('81.666666666666666667'));
  });

  it('is unknown where the book is too thin', () => {
    expect(priceToBuy(BOOK, 245n * ONE + 1n)).toBe('thin');
  });

  it('never falls with the value, and stays between the best and the worst ask', () => {
    const property = fc.property(anyBook, part, part, (book, one, other) => {
      const whole = scaledValueOf(book.asks) / ONE;
      const [less, more] = [one, other].map((each) => (whole * each) / ONE).sort((a, b) => (a < b ? -1 : 1));
      fc.pre(less !== undefined && more !== undefined && less > 0n);
      const [cheap, dear] = [less, more].map((value) => priceToBuy(book, value as bigint)) as [
        bigint,
        bigint,
      ];
      expect(cheap <= dear).toBe(true);
      expect(cheap >= (book.asks[0] as Level).price).toBe(true);
      expect(dear <= (book.asks.at(-1) as Level).price).toBe(true);
    });
    fc.assert(property, { numRuns: 200 });
  });
});

describe('a size', () => {
  it('is above nothing', () => {
    for (const size of [0n, -1n]) {
      expect(() => priceToSell(BOOK, size)).toThrow(RangeError);
      expect(() => priceToBuy(BOOK, size)).toThrow(RangeError);
    }
  });

  it('takes the same of a book whether it is asked for alone or after smaller ones', () => {
    const sizes = fc.array(fc.bigInt({ min: 1n, max: 10n ** 24n }), { minLength: 1, maxLength: 6 });
    const property = fc.property(anyBook, sizes, ({ bids }, list) => {
      const values = list.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
      expect(amountsFor(bids, values)).toEqual(values.flatMap((value) => amountsFor(bids, [value])));
    });
    fc.assert(property, { numRuns: 300 });
  });
});
