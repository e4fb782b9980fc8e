import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Level } from './book.ts';
import { whyNotABook } from './book-fault.ts';
import { anyPrice, bookAt, bookOf, NOW, soundBook } from './testing/books.ts';

describe('what is no order book', () => {
  it('has nothing on a side', () => {
    expect(whyNotABook(bookOf([], [['81', '1']]))).toBe('empty');
    expect(whyNotABook(bookOf([['80', '1']], []))).toBe('empty');
  });

  it.each([
    ['a price of nothing', '0', '1'],
    ['a price below nothing', '-80', '1'],
    ['no amount', '80', '0'],
    ['an amount below nothing', '80', '-1'],
    ['a price above a trillion', '1000000000000.1', '1'],
    ['a price below a trillionth', '0.0000000000009', '1'],
    ['more than there is of any coin', '80', '1000000000000000000000001'],
  ])('has %s', (_, price, amount) => {
    const level = { price: fixed(price), amount: fixed(amount) };
    const book = bookAt('kraken', '80');
    expect(whyNotABook({ ...book, bids: [...book.bids, level] })).toBe('absurd');
    expect(whyNotABook({ ...book, asks: [...book.asks, level] })).toBe('absurd');
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 0, -NOW, NOW + 0.5])('is of the time %s', (at) => {
    expect(whyNotABook(bookAt('kraken', '80', { at }))).toBe('absurd');
  });

  it('is not sorted from best to worst', () => {
    const worse = { bids: [['79', '1'] as const, ['80', '1'] as const], asks: [['81', '1'] as const] };
    expect(whyNotABook(bookOf(worse.bids, worse.asks))).toBe('unsorted');
    const better = bookOf(
      [['80', '1']],
      [
        ['82', '1'],
        ['81', '1'],
      ],
    );
    expect(whyNotABook(better)).toBe('unsorted');
  });

  it('buys for as much as it sells for, or more', () => {
    expect(whyNotABook(bookOf([['80', '1']], [['80', '1']]))).toBe('crossed');
    expect(whyNotABook(bookOf([['81', '1']], [['80', '1']]))).toBe('crossed');
    expect(whyNotABook(bookOf([['79.999999999999999999', '1']], [['80', '1']]))).toBeNull();
  });
});

describe('an order book', () => {
  it('is anything sorted and apart, two levels at one price included', () => {
    const property = fc.property(
      anyPrice.chain((price) => soundBook(price, 0)),
      (book) => {
        expect(whyNotABook(book)).toBeNull();
        const twice = (levels: readonly Level[]) => levels.flatMap((level) => [level, level]);
        expect(whyNotABook({ ...book, bids: twice(book.bids), asks: twice(book.asks) })).toBeNull();
      },
    );
    fc.assert(property, { numRuns: 200 });
  });

  it('is no more one with its sides exchanged, or upside down', () => {
    const property = fc.property(
      anyPrice.chain((price) => soundBook(price, 0)),
      (book) => {
        expect(whyNotABook({ ...book, bids: book.asks, asks: book.bids })).not.toBeNull();
        const prices = new Set(book.bids.map(({ price }) => price));
        if (prices.size > 1) expect(whyNotABook({ ...book, bids: book.bids.toReversed() })).toBe('unsorted');
      },
    );
    fc.assert(property, { numRuns: 300 });
  });
});

function fixed(text: string): bigint {
  const [whole = '', part = ''] = text.replace('-', '').split('.');
  const value = BigInt(whole + part.padEnd(18, '0'));
  return text.startsWith('-') ? -value : value;
}
