import { Decimal, formatDecimal, MESSAGE } from '@swapdesk/contract/plain';
import { describe, expect, it } from 'vitest';
import type { Quote } from '../api/quote.ts';
import { Refused } from '../api/refused.ts';
import { findSource } from './find-source.ts';

const number = (text: string) => Decimal.parse(text) as Decimal;
const SIDES = { fromDecimals: 8, toDecimals: 8 };
const LIMITS = { least: number('1'), most: number('1000') };

/** A service without fees, at one price after the other; it refuses what is outside its limits. */
function service(...prices: string[]) {
  const asked: string[] = [];
  const ask = async (source: Decimal): Promise<Quote> => {
    asked.push(source.toString());
    if (source.compare(LIMITS.least) < 0) throw new Refused(200, MESSAGE.quantityTooSmall, LIMITS);
    if (source.compare(LIMITS.most) > 0) throw new Refused(200, MESSAGE.quantityTooLarge, LIMITS);
    const price = number(prices.length > 1 ? (prices.shift() as string) : (prices[0] as string));
    const quantity = Decimal.parse(`${(source.truncate(8) * price.truncate(8)) / 10n ** 16n}`) as Decimal;
    const entry = {
      quantity,
      price: number('1'),
      feeRate: number('0'),
      skewRate: number('0'),
      premiumRate: number('0'),
      networkFee: number('0'),
      isPaused: false,
    };
    return { limits: LIMITS, calcId: null, price, entries: [entry] };
  };
  return { ask, asked };
}

describe('what to send for an amount to receive', () => {
  it('is found with two questions while the price stands still', async () => {
    const { ask, asked } = service('4');
    expect((await findSource(ask, SIDES, number('10'), number('3'))).source.toString()).toBe('2.5');
    expect(asked).toEqual(['3', '2.5']);
  });

  it('follows a price that moves meanwhile', async () => {
    const { ask } = service('4', '5', '5');
    expect((await findSource(ask, SIDES, number('10'), number('3'))).source.toString()).toBe('2');
  });

  it.each([
    ['below', '0.0001'],
    ['above', '100000'],
  ])('is found from a start that is %s the limits', async (_, start) => {
    const { ask } = service('4');
    expect((await findSource(ask, SIDES, number('10'), number(start))).source.toString()).toBe('2.5');
  });

  it.each([
    ['too much', '8000', MESSAGE.quantityTooLarge],
    ['too little', '0.004', MESSAGE.quantityTooSmall],
  ])('is refused if it is %s', async (_, wanted, message) => {
    const { ask } = service('4');
    await expect(findSource(ask, SIDES, number(wanted), number('3'))).rejects.toThrow(message);
  });

  it('pays enough however much prices depend on the amount, from below and from above, and ends', async () => {
    /** The price falls as 1 ÷ (1 + amount ÷ half): twice the amount never brings twice as much. */
    const steep = (half: bigint) => {
      let asked = 0;
      const ask = async (source: Decimal): Promise<Quote> => {
        asked++;
        const price = (10n ** 36n * half) / (half * 10n ** 18n + source.truncate(18));
        const quantity = (source.truncate(8) * price) / 10n ** 18n;
        const exact = (value: bigint, decimals: number) => number(formatDecimal(value, -decimals));
        const zero = number('0');
        const entry = {
          quantity: exact(quantity, 8),
          price: number('1'),
          feeRate: zero,
          skewRate: zero,
          premiumRate: zero,
          networkFee: zero,
        };
        return {
          limits: LIMITS,
          calcId: null,
          price: exact(price, 18),
          entries: [{ ...entry, isPaused: false }],
        };
      };
      return { ask, questions: () => asked };
    };
    for (const half of [100n, 1_000n, 100_000n])
      for (const start of ['0.01', '10', '1000']) {
        const { ask, questions } = steep(half);
        const { quote } = await findSource(ask, SIDES, number('10'), number(start));
        expect(quote.entries[0]?.quantity.compare(number('10'))).toBeGreaterThanOrEqual(0);
        expect(quote.entries[0]?.quantity.compare(number('11'))).toBeLessThan(0);
        expect(questions()).toBeLessThan(14);
      }
  });

  it('is given up on if the price never stands still, with a quote that pays enough', async () => {
    const falling = Array.from({ length: 50 }, (_, n) => String(4 + n));
    const { ask, asked } = service(...falling);
    const { quote } = await findSource(ask, SIDES, number('10'), number('3'));
    expect(quote.entries[0]?.quantity.compare(number('10'))).toBeGreaterThanOrEqual(0);
    expect(asked.length).toBeLessThan(10);
  });
});
