import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ceilRoot } from './root.ts';

describe('a root', () => {
  it('of a small number is right', () => {
    expect([0n, 1n, 2n, 3n, 4n, 5n, 8n, 9n, 10n, 16n, 17n].map(ceilRoot)).toEqual([
      0n,
      1n,
      2n,
      2n,
      2n,
      3n,
      3n,
      3n,
      4n,
      4n,
      5n,
    ]);
  });

  it('is the least whose square is not below', () => {
    const square = fc.oneof(
      fc.bigInt({ min: 1n, max: 10n ** 80n }),
      fc.bigInt({ min: 1n, max: 10n ** 40n }).chain((root) => fc.constantFrom(root * root, root * root + 1n)),
    );
    const property = fc.property(square, (number) => {
      const root = ceilRoot(number);
      expect(root * root >= number && (root - 1n) * (root - 1n) < number).toBe(true);
    });
    fc.assert(property, { numRuns: 500 });
  });

  it('of a negative number does not exist', () => {
    expect(() => ceilRoot(-1n)).toThrow(RangeError);
  });
});
