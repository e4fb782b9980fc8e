import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RowHeights } from './row-heights.ts';

describe('the heights of rows', () => {
  it('are those that were measured, and for all others the average of the first that were', () => {
    const heights = new RowHeights();
    heights.measure(0, [40, 60]);
    heights.measure(10, [100]);
    expect(heights.between(0, 2)).toBe(100);
    expect(heights.between(2, 10)).toBe(8 * 50);
    expect(heights.between(9, 12)).toBe(50 + 100 + 50);
    heights.forget();
    heights.measure(0, [20]);
    expect(heights.between(0, 3)).toBe(60);
  });

  it('find the row at a place', () => {
    const heights = new RowHeights();
    heights.measure(0, [10, 30, 20]);
    expect([-5, 0, 10, 11, 40, 41, 60, 999].map((below) => heights.rowAt(below, 3))).toEqual([
      0, 0, 0, 1, 1, 2, 2, 2,
    ]);
    expect(heights.rowAt(50, 0)).toBe(0);
  });

  it('lead to the row that covers the place, whatever was measured in whatever order', () => {
    const measured = fc.array(
      fc.tuple(fc.nat(300), fc.array(fc.integer({ min: 1, max: 200 }), { maxLength: 40 })),
    );
    fc.assert(
      fc.property(measured, fc.nat(20_000), (all, below) => {
        const heights = new RowHeights();
        for (const [first, some] of all) heights.measure(first, some);
        const row = heights.rowAt(below, 300);
        expect(heights.between(0, row)).toBeLessThanOrEqual(below);
        if (row < 299) expect(heights.between(0, row + 1)).toBeGreaterThanOrEqual(below);
      }),
    );
  });
});
