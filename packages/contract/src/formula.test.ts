import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { volume } from '../../../test/support/volume.ts';
import { atRate, leastPart, rateOf, receivedUnits } from './formula.ts';

const decimals = fc.integer({ min: 0, max: 24 });
const price = fc.bigInt({ min: 1n, max: 10n ** 26n });
const exchange = fc.record({
  source: fc.record({ decimals, price }),
  entry: fc.record({ decimals, price }),
  feePpm: fc.integer({ min: 0, max: 999_999 }),
  networkFeeUnits: fc.bigInt({ min: 0n, max: 10n ** 24n }),
  units: fc.bigInt({ min: 1n, max: 10n ** 30n }),
});
const step = (places: number) => 10n ** BigInt(Math.max(0, places - 8));

describe('the formula', () => {
  it('gives what the interface says of 0.05 BTC for ETH', () => {
    const source = { decimals: 8, price: 100_000n * 10n ** 18n };
    const entry = { decimals: 18, price: 4_000n * 10n ** 18n };
    const receiving = { decimals: 18, networkFeeUnits: 105_000_000_000_000n };
    expect(receivedUnits(5_000_000n, rateOf(source, entry, 5_000), receiving)).toBe(
      1_243_645_000_000_000_000n,
    );
  });

  it('rounds down to what can be promised, by less than a step, and is never negative', () => {
    const property = fc.property(exchange, ({ source, entry, feePpm, networkFeeUnits, units }) => {
      const rate = rateOf(source, entry, feePpm);
      const received = receivedUnits(units, rate, { decimals: entry.decimals, networkFeeUnits });
      const exact = atRate(units, rate) - networkFeeUnits;
      expect(received >= 0n && received % step(entry.decimals)).toBe(0n);
      if (exact > 0n) expect(received <= exact && exact - received < step(entry.decimals)).toBe(true);
      else expect(received).toBe(0n);
      // Multiplied out: no division but the one that rounds.
      const worth = units * source.price * 10n ** BigInt(entry.decimals) * BigInt(1_000_000 - feePpm);
      const perUnit = entry.price * 10n ** BigInt(source.decimals) * 1_000_000n;
      expect(atRate(units, rate)).toBe(worth / perUnit);
    });
    fc.assert(property, { numRuns: volume(300, 1_000) });
  });

  it('turned round gives the least part that is enough', () => {
    const property = fc.property(exchange, ({ source, entry, feePpm, networkFeeUnits, units: wanted }) => {
      const rate = rateOf(source, entry, feePpm);
      const receiving = { decimals: entry.decimals, networkFeeUnits };
      const part = leastPart(wanted, rate, receiving, source.decimals);
      expect(part % step(source.decimals)).toBe(0n);
      expect(receivedUnits(part, rate, receiving) >= wanted).toBe(true);
      expect(receivedUnits(part - step(source.decimals), rate, receiving) < wanted).toBe(true);
    });
    fc.assert(property, { numRuns: volume(300, 1_000) });
  });
});
