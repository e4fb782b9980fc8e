import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { volume } from '../../../../test/support/volume.ts';
import { split, splitter } from './split.ts';

const whole = fc.bigInt({ min: 0n, max: 10n ** 30n });
const smallWhole = fc.bigInt({ min: 0n, max: 20n });
const weight = fc.oneof(fc.bigInt({ min: 1n, max: 5n }), fc.bigInt({ min: 1n, max: 10n ** 18n }));
const weights = fc.array(weight, { minLength: 1, maxLength: 8 });
const sumOf = (parts: readonly bigint[]) => parts.reduce((sum, part) => sum + part, 0n);

describe('a split', () => {
  it('adds up to the whole', () => {
    const property = fc.property(fc.oneof(whole, smallWhole), weights, (all, by) => {
      const parts = split(all, by);
      expect(parts).toHaveLength(by.length);
      expect(sumOf(parts)).toBe(all);
    });
    fc.assert(property, { numRuns: volume(400, 2_000) });
  });

  it('is the same for each of many wholes', () => {
    const scaled = fc.tuple(weights, weight).map(([by, times]) => by.map((each) => each * times));
    const wholes = fc.array(fc.oneof(whole, smallWhole), { minLength: 1, maxLength: 3 });
    const property = fc.property(wholes, fc.oneof(weights, scaled), (all, by) => {
      const splitEach = splitter(by);
      expect(all.map(splitEach)).toEqual(all.map((each) => split(each, by)));
    });
    fc.assert(property, { numRuns: volume(400, 2_000) });
    expect(() => splitter([1n, -1n])).toThrow(RangeError);
  });

  it('gives each part its exact share to within one unit', () => {
    const property = fc.property(fc.oneof(whole, smallWhole), weights, (all, by) => {
      const total = sumOf(by);
      split(all, by).forEach((part, n) => {
        const off = part * total - all * (by[n] as bigint);
        expect(off < total && off > -total).toBe(true);
        expect(part >= 0n).toBe(true);
      });
    });
    fc.assert(property, { numRuns: volume(400, 2_000) });
  });

  it('never gives a smaller weight more than a larger one', () => {
    const property = fc.property(fc.oneof(whole, smallWhole), weights, (all, by) => {
      const parts = split(all, by);
      const pairs = by.map((each, n) => ({ weight: each, part: parts[n] as bigint }));
      pairs.sort((a, b) => (a.weight < b.weight ? -1 : a.weight > b.weight ? 1 : a.part < b.part ? -1 : 1));
      for (let n = 1; n < pairs.length; n++) {
        expect((pairs[n]?.part as bigint) >= (pairs[n - 1]?.part as bigint)).toBe(true);
      }
    });
    fc.assert(property, { numRuns: volume(400, 2_000) });
  });

  it('rounds up the largest remainders and no others', () => {
    const property = fc.property(smallWhole, weights, (all, by) => {
      const total = sumOf(by);
      const parts = split(all, by);
      const remainders = by.map((each) => (all * each) % total);
      const isUp = by.map((each, n) => parts[n] !== (all * each) / total);
      remainders.forEach((up, n) => {
        remainders.forEach((down, m) => {
          if (!isUp[n] || isUp[m]) return;
          expect(up > down || (up === down && n < m)).toBe(true);
        });
      });
    });
    fc.assert(property, { numRuns: volume(300, 1_000) });
  });

  it('does not depend on the scale of the weights', () => {
    const property = fc.property(
      whole,
      weights,
      fc.bigInt({ min: 1n, max: 10n ** 20n }),
      (all, by, scale) => {
        expect(
          split(
            all,
            by.map((each) => each * scale),
          ),
        ).toEqual(split(all, by));
      },
    );
    fc.assert(property);
  });

  it('gives the earlier of equal parts the unit that is left', () => {
    expect(split(10n, [1n, 1n, 1n])).toEqual([4n, 3n, 3n]);
    expect(split(11n, [1n, 1n, 1n])).toEqual([4n, 4n, 3n]);
    expect(split(1n, [1n, 1n])).toEqual([1n, 0n]);
    expect(split(0n, [1n, 2n])).toEqual([0n, 0n]);
  });

  it('gives nothing to a weight of nothing', () => {
    const property = fc.property(whole, weights, (all, by) => split(all, [0n, ...by])[0] === 0n);
    fc.assert(property);
  });

  it('is refused without weights that mean something', () => {
    for (const bad of [[], [0n], [0n, 0n], [-1n], [2n, -1n]])
      expect(() => split(1n, bad)).toThrow(RangeError);
  });
});
