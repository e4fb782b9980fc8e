import type { Side } from '@swapdesk/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { volume } from '../../../../test/support/volume.ts';
import { split } from '../money/split.ts';
import { type EntryTerms, quote } from './quote.ts';

/** An exact fraction: the oracle computes in these and rounds once, at the end. */
class Fraction {
  readonly top: bigint;
  readonly bottom: bigint;

  constructor(top: bigint, bottom = 1n) {
    this.top = top;
    this.bottom = bottom;
  }

  times(other: Fraction): Fraction {
    return new Fraction(this.top * other.top, this.bottom * other.bottom);
  }

  over(other: Fraction): Fraction {
    return new Fraction(this.top * other.bottom, this.bottom * other.top);
  }

  minus(other: Fraction): Fraction {
    return new Fraction(this.top * other.bottom - other.top * this.bottom, this.bottom * other.bottom);
  }

  isAtMost(other: Fraction): boolean {
    return this.top * other.bottom <= other.top * this.bottom;
  }

  /** Rounded down to so many decimals, as a count of the last of them; nothing below zero. */
  floor(decimals: number): bigint {
    return this.top <= 0n ? 0n : (this.top * 10n ** BigInt(decimals)) / this.bottom;
  }
}

const scale = (decimals: number) => 10n ** BigInt(decimals);
const coins = (units: bigint, decimals: number) => new Fraction(units, scale(decimals));

/** floor8( part × price from ÷ price to × (1 − fee) − network fee ), in whole coins, then in units. */
function oracle(source: Side, part: bigint, entry: EntryTerms): bigint {
  const exact = coins(part, source.decimals)
    .times(new Fraction(source.price, scale(18)))
    .over(new Fraction(entry.price, scale(18)))
    .times(new Fraction(1n).minus(new Fraction(BigInt(entry.feePpm), 1_000_000n)))
    .minus(coins(entry.networkFeeUnits, entry.decimals));
  const promised = Math.min(8, entry.decimals);
  return exact.floor(promised) * scale(entry.decimals - promised);
}

const decimals = fc.constantFrom(0, 2, 6, 8, 9, 18, 24);
const price = fc.oneof(
  fc.bigInt({ min: 1n, max: 10n ** 23n }),
  fc.bigInt({ min: 10n ** 17n, max: 10n ** 19n }),
);
const side = fc.record({ decimals, price });
const entryTerms = fc.record({
  decimals,
  price,
  group: fc.integer({ min: 1, max: 3 }),
  share: fc.oneof(fc.bigInt({ min: 1n, max: 10n }), fc.bigInt({ min: 1n, max: 10n ** 18n })),
  feePpm: fc.integer({ min: 0, max: 500_000 }),
  networkFeeUnits: fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: 10n ** 16n })),
});
const entries = fc.array(entryTerms, { minLength: 1, maxLength: 5 });
const units = fc.oneof(fc.bigInt({ min: 1n, max: 1_000n }), fc.bigInt({ min: 1n, max: 10n ** 24n }));

describe('a quote', () => {
  it('is the formula of the interface, exactly', () => {
    const property = fc.property(side, units, entries, (source, amount, list) => {
      const parts = split(
        amount,
        list.map(({ share }) => share),
      );
      const expected = list.map((entry, n) => oracle(source, parts[n] as bigint, entry));
      expect(quote(source, amount, list).map((each) => each.units)).toEqual(expected);
    });
    fc.assert(property, { numRuns: volume(600, 3_000) });
  });

  it('never pays out more than it takes in', () => {
    const property = fc.property(side, units, entries, (source, amount, list) => {
      const paid = quote(source, amount, list).map(({ units: each }, n) => {
        const entry = list[n] as EntryTerms;
        return coins(each, entry.decimals).times(new Fraction(entry.price));
      });
      const taken = coins(amount, source.decimals).times(new Fraction(source.price));
      const left = paid.reduce((rest, each) => rest.minus(each), taken);
      expect(new Fraction(0n).isAtMost(left)).toBe(true);
    });
    fc.assert(property, { numRuns: volume(400, 2_000) });
  });

  it('keeps at least the fee of what it takes in', () => {
    const property = fc.property(side, units, entryTerms, (source, amount, entry) => {
      const [quoted] = quote(source, amount, [entry]);
      const taken = coins(amount, source.decimals).times(new Fraction(source.price));
      const most = taken.times(new Fraction(1_000_000n - BigInt(entry.feePpm), 1_000_000n));
      expect(
        coins(quoted?.units ?? -1n, entry.decimals)
          .times(new Fraction(entry.price))
          .isAtMost(most),
      ).toBe(true);
    });
    fc.assert(property, { numRuns: volume(300, 1_000) });
  });

  it('of more is never less', () => {
    const property = fc.property(side, units, units, entryTerms, (source, amount, more, entry) => {
      const [less] = quote(source, amount, [entry]);
      const [greater] = quote(source, amount + more, [entry]);
      expect((greater?.units ?? -1n) >= (less?.units ?? 0n)).toBe(true);
    });
    fc.assert(property, { numRuns: volume(300, 1_000) });
  });

  it('of more is less for one of several entries by no more than one source unit is worth', () => {
    // Parts by largest remainder may each be a unit off, so an entry can fall by what one unit buys.
    const property = fc.property(side, units, entries, (source, amount, list) => {
      const before = quote(source, amount, list);
      quote(source, amount + 1n, list).forEach(({ units: after }, n) => {
        const entry = list[n] as EntryTerms;
        const promisedStep = scale(Math.max(0, entry.decimals - 8));
        const oneUnit = (source.price * scale(entry.decimals)) / (entry.price * scale(source.decimals)) + 1n;
        expect((before[n]?.units ?? 0n) - after <= oneUnit + promisedStep).toBe(true);
      });
    });
    fc.assert(property, { numRuns: volume(300, 1_000) });
  });

  it('gives every entry the total of its group', () => {
    const property = fc.property(side, units, entries, (source, amount, list) => {
      const quoted = quote(source, amount, list);
      const totals = new Map<number, bigint>();
      list.forEach(({ group }, n) => {
        totals.set(group, (totals.get(group) ?? 0n) + (quoted[n]?.units ?? 0n));
      });
      expect(quoted.map(({ groupUnits }) => groupUnits)).toEqual(list.map(({ group }) => totals.get(group)));
    });
    fc.assert(property);
  });

  it('is nothing where the network fee eats it, never less', () => {
    const source = { decimals: 8, price: 10n ** 18n };
    const entry = { decimals: 8, price: 10n ** 18n, group: 1, share: 1n, feePpm: 0, networkFeeUnits: 100n };
    const paid = [99n, 100n, 101n].map((amount) => quote(source, amount, [entry])[0]?.units);
    expect(paid).toEqual([0n, 0n, 1n]);
  });

  it('of 0.05 BTC at 97000 in ETH at 3600 is what a person computes', () => {
    // 0.05 × 97000 ÷ 3600 × 0.995 − 0.000105 = 1.34038111…
    const [quoted] = quote({ decimals: 8, price: 97_000n * 10n ** 18n }, 5_000_000n, [
      {
        decimals: 18,
        price: 3_600n * 10n ** 18n,
        group: 4,
        share: 10n ** 18n,
        feePpm: 5_000,
        networkFeeUnits: 105_000_000_000_000n,
      },
    ]);
    expect(quoted?.units).toBe(1_340_381_110_000_000_000n);
  });
});
