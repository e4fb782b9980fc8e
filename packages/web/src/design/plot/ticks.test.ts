import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ticks, tickText } from './ticks.ts';

describe('ticks', () => {
  it('are round numbers from zero to just above the largest value', () => {
    expect(ticks(97, 4)).toEqual([0, 50, 100]);
    expect(ticks(0.35, 4)).toEqual([0, 0.1, 0.2, 0.3, 0.4]);
    expect(ticks(3, 4)).toEqual([0, 1, 2, 3]);
  });

  it('go below zero where values do', () => {
    expect(ticks(97, 4, -40)).toEqual([-50, 0, 50, 100]);
    expect(ticks(0, 4, -3)).toEqual([-3, -2, -1, 0]);
  });

  it('stand for an empty plot too', () => {
    expect(ticks(0, 4)).toEqual([0, 1]);
  });

  it('cover every value, with few lines, evenly', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1e-9, max: 1e15, noNaN: true }),
        fc.integer({ min: 2, max: 8 }),
        (largest, about) => {
          const all = ticks(largest, about);
          expect(all[0]).toBe(0);
          expect(all.at(-1)).toBeGreaterThanOrEqual(largest * (1 - 1e-6));
          expect(all.length).toBeGreaterThanOrEqual(2);
          expect(all.length).toBeLessThanOrEqual(about + 1);
          const step = all[1] as number;
          for (const [n, tick] of all.entries()) expect(Math.abs(tick - n * step)).toBeLessThan(step * 1e-6);
        },
      ),
    );
  });

  it('are written short', () => {
    expect([0, 0.25, 999, 1500, 2_000_000, 3e9].map(tickText)).toEqual([
      '0',
      '0.25',
      '999',
      '1.5k',
      '2M',
      '3G',
    ]);
  });
});
