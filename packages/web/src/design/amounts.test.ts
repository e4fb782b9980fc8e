import { Decimal } from '@swapdesk/contract/plain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTooFine, readAmount, readTyped, showAmount, showPrice } from './amounts.ts';

const number = (text: string) => Decimal.parse(text) as Decimal;

describe('an amount that is typed', () => {
  it.each([
    ['1', '1'],
    ['0,05', '0.05'],
    ['.5', '0.5'],
    ['12.', '12'],
    ['007', '7'],
    [' 1 000.25 ', '1000.25'],
    ["1'000", '1000'],
    ['1,234.56', '1234.56'],
    ['1.234,56', '1234.56'],
    ['1,234,567', '1234567'],
    ['1.234.567', '1234567'],
    ['1,234,567.8', '1234567.8'],
    ['0,005', '0.005'],
    ['0,123', '0.123'],
    ['1,5', '1.5'],
    ['1234,567', '1234.567'],
    ['1.234', '1.234'],
    ['0', '0'],
    ['٣', '3'],
    ['1,23,456', '123456'],
    ['0.123456789012345678', '0.123456789012345678'],
  ])('%j is %s, digit for digit', (typed, read) => {
    expect(readAmount(typed)?.toString()).toBe(read);
  });

  it.each([
    '',
    ' ',
    'abc',
    '1e5',
    '-1',
    '1.2.3',
    '1,2,3',
    '1,23,45',
    '1,2345.6',
    '1.2,3.4',
    '12,34.5',
    '.',
    ',',
    '0x10',
    '1 00',
    '1,234 567',
    '1٫2٫3',
    'NaN',
    'Infinity',
  ])('%j is none', (typed) => {
    expect(readAmount(typed)).toBeNull();
  });
});

describe('an amount that could be two', () => {
  it.each([
    ['50,000', ['50000', '50']],
    ['1,234', ['1234', '1.234']],
    ['500,000', ['500000', '500']],
  ])('%j is asked about, and never guessed', (typed, either) => {
    const read = readTyped(typed);
    expect(read !== null && 'either' in read && read.either.map((each) => each.toString())).toEqual(either);
    expect(readAmount(typed)).toBeNull();
  });

  it('is what the page itself prints of some; none of what it prints is read as another amount', () => {
    const units = fc.bigInt({ min: 0n, max: 10n ** 18n });
    const property = fc.property(units, fc.integer({ min: 0, max: 8 }), (coefficient, decimals) => {
      const amount = number(String(coefficient)).shift(-decimals).toString();
      const read = readTyped(showAmount(number(amount)));
      const most = read !== null && 'either' in read ? read.either[0] : read?.amount;
      expect(most?.toString()).toBe(amount);
    });
    fc.assert(property, {
      examples: [
        [500_000n, 0],
        [50_000n, 0],
        [12_345_678n, 1],
      ],
    });
  });
});

describe('an amount', () => {
  it.each(['1', '0.00000001', '0.1000000000000', '123456789.12345678'])('of %s can be counted', (text) => {
    expect(isTooFine(number(text))).toBe(false);
  });

  it.each(['0.000000001', '1.123456789'])('of %s is too fine', (text) => {
    expect(isTooFine(number(text))).toBe(true);
  });
});

describe('an amount for reading', () => {
  it.each([
    ['0.05', '0.05'],
    ['1234567.5', '1,234,567.5'],
    ['0.123456789', '0.12345678'],
    ['1000', '1,000'],
  ])('%s is shown as %s', (amount, shown) => {
    expect(showAmount(number(amount))).toBe(shown);
  });

  it('is rounded down, never up', () => {
    expect(showAmount(number('9.999999999'), 2)).toBe('9.99');
  });
});

describe('a price for reading', () => {
  it.each([
    ['97051.113456', '97,051.11'],
    ['26.94768812', '26.9476'],
    ['0.000012345678', '0.0000123456'],
    ['1', '1'],
  ])('%s is shown as %s', (price, shown) => {
    expect(showPrice(number(price))).toBe(shown);
  });
});
