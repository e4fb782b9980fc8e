import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cubeRoot, offer, priorityOf } from './fees.ts';

const wei = fc.bigInt(1n, 10n ** 14n);

describe('the priority fee', () => {
  it('rises by more than a tenth when the rate rises by half: nodes take the replacement', () => {
    fc.assert(
      fc.property(fc.bigInt(10n ** 6n, 10n ** 14n), fc.bigInt(0n, 10n ** 12n), (rate, minimum) => {
        const before = priorityOf(rate, minimum);
        const after = priorityOf((rate * 3n) / 2n + 1n, minimum);
        expect(after * 10n).toBeGreaterThanOrEqual(before * 11n);
      }),
    );
  });

  it('is never below the minimum, nor above the rate', () => {
    fc.assert(
      fc.property(wei, wei, (rate, minimum) => {
        const priority = priorityOf(rate, minimum);
        expect(priority).toBeLessThanOrEqual(rate);
        expect(priority).toBeGreaterThanOrEqual(minimum < rate ? minimum : rate);
      }),
    );
  });

  it('is the whole rate where the cost must be exact', () => {
    const policy = { floor: 0n, cap: 100n, legacy: false, minimumPriority: 1n };
    expect(offer(50n, policy, true)).toEqual({ type: 'eip1559', maxFee: 50n, maxPriorityFee: 50n });
    expect(offer(50n, policy, false)).toEqual({ type: 'eip1559', maxFee: 50n, maxPriorityFee: 5n });
    expect(offer(50n, { ...policy, legacy: true }, false)).toEqual({ type: 'legacy', gasPrice: 50n });
  });
});

describe('the cube root', () => {
  it('is rounded up', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 1n << 200n), (value) => {
        const root = cubeRoot(value);
        expect(root ** 3n).toBeGreaterThanOrEqual(value);
        if (root > 0n) expect((root - 1n) ** 3n).toBeLessThan(value);
      }),
    );
  });
});
