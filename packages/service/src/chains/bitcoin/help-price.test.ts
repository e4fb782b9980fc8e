import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MempoolEntry } from './core-node.ts';
import { priceOf } from './help-price.ts';
import { feeFor } from './size.ts';

const entry = (more: Partial<MempoolEntry> = {}): MempoolEntry => ({
  ancestors: 1,
  descendants: 1,
  ancestorSize: 200,
  ancestorFeeUnits: 200n,
  isReplaceable: false,
  ...more,
});

const anyEntry = fc.record({
  ancestors: fc.integer({ min: 1, max: 10 }),
  descendants: fc.integer({ min: 1, max: 10 }),
  ancestorSize: fc.integer({ min: 60, max: 100_000 }),
  ancestorFeeUnits: fc.bigInt(0n, 10_000_000n),
  isReplaceable: fc.boolean(),
});
const anySize = fc.integer({ min: 60, max: 400 });
const anyRate = fc.bigInt(1_000n, 500_000n);

describe('what it costs to help a transaction that waits', () => {
  it('is what both lack together', () => {
    // 300 bytes at 10 units each, of which 200 are paid.
    expect(priceOf(entry(), 100, 10_000n)).toEqual({
      feeUnits: 2_800n,
      feeRate: 28_000n,
      isReplaceable: false,
    });
  });

  it('makes both pay the rate together, to the unit, and never less', () => {
    fc.assert(
      fc.property(anyEntry, anySize, anyRate, (waiting, size, rate) => {
        const price = priceOf(waiting, size, rate);
        fc.pre(price !== null);
        const paid = price!.feeUnits + waiting.ancestorFeeUnits;
        expect(paid).toBe(feeFor(waiting.ancestorSize + size, rate));
        // As a rate of its own it is the same, but for less than a unit a thousand bytes.
        const byRate = feeFor(size, price!.feeRate);
        expect(byRate <= price!.feeUnits && price!.feeUnits - byRate <= 1n).toBe(true);
      }),
    );
  });

  it('is nothing where it pays the rate already', () => {
    fc.assert(
      fc.property(anyEntry, anySize, anyRate, (waiting, size, rate) => {
        const ancestorFeeUnits = feeFor(waiting.ancestorSize, rate);
        expect(priceOf({ ...waiting, ancestorFeeUnits }, size, rate)).toBeNull();
        expect(priceOf({ ...waiting, ancestorFeeUnits: ancestorFeeUnits - 1n }, size, rate)).not.toBeNull();
      }),
    );
  });

  it('is no matter where too many wait for one another: nodes would not take one more', () => {
    expect(priceOf(entry({ ancestors: 11 }), 100, 10_000n)).toBeNull();
    expect(priceOf(entry({ descendants: 11 }), 100, 10_000n)).toBeNull();
  });

  it('tells that the sender can still replace it', () => {
    expect(priceOf(entry({ isReplaceable: true }), 100, 10_000n)?.isReplaceable).toBe(true);
  });
});
