import { Decimal } from '@swapdesk/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ceilDivide,
  ceilPromised,
  floorPromised,
  fromUnits,
  powerOfTen,
  toExactUnits,
  toUnits,
} from './units.ts';

const decimals = fc.integer({ min: 0, max: 30 });
const units = fc.bigInt({ min: 0n, max: 10n ** 45n });

/** How many digits of such an asset may be promised. */
const promised = (ofAsset: number) => Math.min(8, ofAsset);

describe('units', () => {
  it('survive a trip over the wire', () => {
    const property = fc.property(units, decimals, (amount, places) => {
      const text = fromUnits(amount, places);
      expect(toUnits(Decimal.parse(text) as Decimal, places)).toBe(amount);
      expect((text.split('.')[1] ?? '').length).toBeLessThanOrEqual(places);
    });
    fc.assert(property);
  });

  it('of an amount with too many digits are rounded down', () => {
    expect(toUnits(Decimal.parse('0.123456789') as Decimal, 8)).toBe(12345678n);
    expect(toUnits(Decimal.parse('1.9999999') as Decimal, 6)).toBe(1999999n);
    expect(toUnits(Decimal.parse('5e-9') as Decimal, 8)).toBe(0n);
  });

  it('are exact where that is asked for, or none', () => {
    const exact = (text: string, places: number) => toExactUnits(Decimal.parse(text) as Decimal, places);
    expect(exact('1.50', 1)).toBe(15n);
    expect(exact('1.55', 1)).toBeNull();
    expect(exact('1e308', 18)).toBe(10n ** 326n);
    const property = fc.property(units, decimals, (amount, places) => {
      const text = fromUnits(amount, places);
      expect(exact(text, places)).toBe(amount);
      const finer = (text.split('.')[1] ?? '').length;
      if (finer > 0) expect(exact(text, finer - 1)).toBeNull();
    });
    fc.assert(property);
  });
});

describe('a promised amount', () => {
  it('has at most 8 decimals, or as many as the asset', () => {
    const property = fc.property(units, decimals, (amount, places) => {
      for (const round of [floorPromised, ceilPromised]) {
        const digits = fromUnits(round(amount, places), places).split('.')[1] ?? '';
        expect(digits.length).toBeLessThanOrEqual(promised(places));
      }
    });
    fc.assert(property);
  });

  it('is the nearest one below, or above, by less than one step', () => {
    const property = fc.property(units, decimals, (amount, places) => {
      const step = 10n ** BigInt(places - promised(places));
      const [down, up] = [floorPromised(amount, places), ceilPromised(amount, places)];
      expect(down <= amount && amount - down < step).toBe(true);
      expect(up >= amount && up - amount < step).toBe(true);
    });
    fc.assert(property);
  });

  it('is left alone if it can be promised as it is', () => {
    expect(floorPromised(123_456_789n * 10n ** 10n, 18)).toBe(123_456_789n * 10n ** 10n);
    expect(ceilPromised(123_456_789n * 10n ** 10n, 18)).toBe(123_456_789n * 10n ** 10n);
    expect(floorPromised(123n, 6)).toBe(123n);
    expect(ceilPromised(123n, 8)).toBe(123n);
  });
});

describe('division', () => {
  it('rounds up to the next whole, and not further', () => {
    const property = fc.property(units, fc.bigInt({ min: 1n, max: 10n ** 20n }), (dividend, divisor) => {
      const up = ceilDivide(dividend, divisor);
      expect(up * divisor >= dividend && (up - 1n) * divisor < dividend).toBe(true);
    });
    fc.assert(property);
  });
});

describe('a power of ten', () => {
  it('is right below and beyond those that are kept', () => {
    for (const n of [0, 1, 18, 63, 64, 100]) expect(powerOfTen(n).toString()).toBe(`1${'0'.repeat(n)}`);
  });
});
