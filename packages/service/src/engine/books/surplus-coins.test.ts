import { describe, expect, it } from 'vitest';
import { Surplus } from './surplus-coins.ts';

const from = (first: number, count: number) => Array.from({ length: count }, (_, n) => first + n);

describe('coins that nobody knows of', () => {
  it('are there once every block has had as many for as long as a deposit takes to be final', () => {
    const surplus = new Surplus(5);
    expect(from(100, 7).map((height) => surplus.lasts(1n, height))).toEqual([
      ...Array(5).fill(false),
      true,
      true,
    ]);
  });

  it('are looked at for some blocks even where one confirmation is enough', () => {
    const surplus = new Surplus(1);
    expect(from(0, 4).map((height) => surplus.lasts(1n, height))).toEqual([false, false, false, true]);
  });

  it('are not believed of a node that says something else each time, or not in every block', () => {
    const surplus = new Surplus(3);
    expect(from(0, 20).some((height) => surplus.lasts(BigInt(height % 3), height))).toBe(false);
    expect(
      from(0, 20).some((height) => {
        if (height % 3 === 2) surplus.forget();
        return surplus.lasts(7n, height);
      }),
    ).toBe(false);
  });

  it('are counted anew after a reorganisation to before they came', () => {
    const surplus = new Surplus(3);
    surplus.lasts(1n, 10);
    expect(from(8, 4).map((height) => surplus.lasts(1n, height))).toEqual([false, false, false, true]);
  });
});
