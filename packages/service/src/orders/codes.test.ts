import { describe, expect, it } from 'vitest';
import { newOrderNo, newQueryCode } from './codes.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

describe('codes', () => {
  it('of orders are 8 and query codes 12 of A to Z and 0 to 9', () => {
    for (let n = 0; n < 2_000; n++) {
      expect(newOrderNo()).toMatch(/^[A-Z0-9]{8}$/);
      expect(newQueryCode()).toMatch(/^[A-Z0-9]{12}$/);
    }
  });

  it('do not repeat', () => {
    const codes = new Set(Array.from({ length: 50_000 }, newQueryCode));
    expect(codes.size).toBe(50_000);
  });

  it('favour no letter, and none at any place', () => {
    const rounds = 36_000;
    const counts = Array.from({ length: 12 }, () => Array<number>(36).fill(0));
    for (let n = 0; n < rounds; n++) {
      [...newQueryCode()].forEach((letter, place) => {
        const count = counts[place] as number[];
        const at = ALPHABET.indexOf(letter);
        count[at] = (count[at] ?? 0) + 1;
      });
    }
    const together = ALPHABET.split('').map((_, at) =>
      counts.reduce((sum, count) => sum + (count[at] ?? 0), 0),
    );
    // Chi-square with 35 degrees of freedom is above 110 once in 10^9; bytes taken modulo 36 would give about 880.
    for (const count of [...counts, together]) {
      const expected = count.reduce((sum, each) => sum + each, 0) / 36;
      expect(count.reduce((sum, each) => sum + (each - expected) ** 2 / expected, 0)).toBeLessThan(110);
    }
  });
});
