import { Decimal } from '@swapdesk/contract/plain';
import { describe, expect, it } from 'vitest';
import { isTooFine, readAmount, showAmount, showPrice } from './amounts.ts';

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
    ['0.123456789012345678', '0.123456789012345678'],
  ])('%j is %s, digit for digit', (typed, read) => {
    expect(readAmount(typed)?.toString()).toBe(read);
  });

  it.each(['', ' ', 'abc', '1e5', '-1', '1.2.3', '1,2,3', '0x10', '٣', 'NaN', 'Infinity'])(
    '%j is none',
    (typed) => {
      expect(readAmount(typed)).toBeNull();
    },
  );
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
