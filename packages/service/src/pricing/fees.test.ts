import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyLadder } from '../market/testing/ladders.ts';
import { ONE } from '../money/fixed.ts';
import { ceilPromised, fromUnits } from '../money/units.ts';
import { Refusal } from '../refusal.ts';
import { chargePpm, earnedPpm, feeAt, leastChargePpm, usedSkewPpm } from './charge.ts';
import { type FeeLevel, feeSchedule, tiersOf } from './fee-schedule.ts';
import { skewOf } from './skew.ts';
import { agree } from './terms.ts';
import { sizedCase } from './testing/sized-market.ts';

const ppm = fc.nat(500_000);
const step = fc.record({ fromUsdt: fc.integer({ min: 1, max: 1_000 }), feePpm: ppm });
const level: fc.Arbitrary<FeeLevel> = fc.record({
  feePpm: fc.option(ppm),
  steps: fc.uniqueArray(step, { selector: ({ fromUsdt }) => fromUsdt, maxLength: 5 }),
});
/** As they are asked: the last one always has a fee. */
const levels = fc
  .tuple(fc.array(level, { maxLength: 4 }), level, ppm)
  .map(([nearer, last, feePpm]) => [...nearer, { ...last, feePpm }]);

describe('a schedule of fees', () => {
  it('begins with the nearest fee from nothing on, and falls from one amount to the next', () => {
    const property = fc.property(levels, (each) => {
      const schedule = feeSchedule(each);
      expect(schedule[0]).toEqual({
        fromUsdt: 0,
        feePpm: each.find(({ feePpm }) => feePpm !== null)?.feePpm,
      });
      schedule.slice(1).forEach((later, n) => {
        const before = schedule[n]!;
        expect(later.fromUsdt).toBeGreaterThan(before.fromUsdt);
        expect(later.feePpm).toBeLessThan(before.feePpm);
      });
    });
    fc.assert(property);
  });

  it('has for each amount what was said of it nearest, unless a smaller amount has less', () => {
    const property = fc.property(levels, fc.nat(1_100), (each, usdt) => {
      const last = each.findIndex(({ feePpm }) => feePpm !== null);
      const heard = each.slice(0, last + 1);
      const base = heard[last]?.feePpm as number;
      const saidOf = (from: number) =>
        heard.flatMap(({ steps }) => steps).find(({ fromUsdt }) => fromUsdt === from)?.feePpm;
      const fees = [base];
      for (let from = 1; from <= usdt; from++) fees.push(saidOf(from) ?? base);
      const of = feeSchedule(each).findLast(({ fromUsdt }) => fromUsdt <= usdt);
      expect(of?.feePpm).toBe(Math.min(...fees));
    });
    fc.assert(property);
  });

  it('counts in units from the first that is worth so much at the price', () => {
    const property = fc.property(
      levels,
      fc.bigInt({ min: 1n, max: 10n ** 24n }),
      fc.integer({ min: 0, max: 18 }),
      (each, price, decimals) => {
        const schedule = feeSchedule(each);
        const tiers = tiersOf(schedule, { price, decimals });
        expect(tiers === null).toBe(schedule.length === 1);
        for (const [n, { fromUnits: from, feePpm }] of (tiers ?? []).entries()) {
          const { fromUsdt } = schedule[n]!;
          const isWorth = (units: bigint) =>
            units * price >= BigInt(fromUsdt) * ONE * 10n ** BigInt(decimals);
          expect([isWorth(from), from > 0n && isWorth(from - 1n)]).toEqual([true, false]);
          const next = tiers![n + 1];
          if (next?.fromUnits !== from)
            expect(feeAt({ feePpm: schedule[0]!.feePpm, feeTiers: tiers }, from)).toBe(feePpm);
        }
      },
    );
    fc.assert(property);
  });
});

describe('the fee of an amount', () => {
  it('never makes more sent less received, across whatever tier', () => {
    const ladders = { ladderOf: (price: bigint) => fc.option(anyLadder(price)), mostEntries: 1 };
    const prices = { min: ONE, max: 10n ** 5n * ONE };
    const property = fc.property(sizedCase({ ...ladders, prices, hasFees: true }), fc.nat(20), (each, n) => {
      const { market, request, from } = each;
      const quoted = (units: bigint) => {
        try {
          return agree(market, request(fromUnits(units, from.decimals)), { float: null, fixed: null });
        } catch (error) {
          if (error instanceof Refusal) return null;
          throw error;
        }
      };
      const least = ceilPromised(10n ** BigInt(Math.max(0, from.decimals - 3)), from.decimals);
      const tiers = (quoted(least) ?? quoted(ceilPromised(1n, from.decimals)))?.entries[0]?.feeTiers;
      fc.pre(tiers != null);
      const edge = ceilPromised(tiers[1 + (n % (tiers.length - 1))]!.fromUnits, from.decimals);
      const below = quoted(edge - ceilPromised(1n, from.decimals));
      const above = quoted(edge);
      fc.pre(below !== null && above !== null);
      const [less, more] = [below.entries[0]!, above.entries[0]!];
      expect(more.feePpm).toBeLessThan(less.feePpm);
      expect(more.units >= less.units).toBe(true);
      expect(above.price <= below.price && more.price >= less.price).toBe(true);
    });
    fc.assert(property, { numRuns: 60 });
  });
});

const amount = fc.bigInt({ min: 0n, max: 10n ** 30n });
const stock = fc.record({ held: amount, target: fc.bigInt({ min: 1n, max: 10n ** 30n }) });
const limits = fc.record({ strengthPpm: fc.nat(1_000_000), boundPpm: fc.nat(50_000) });

describe('a skew', () => {
  it('is within its bound; dearer for less of what is taken and for more of what is brought', () => {
    const property = fc.property(
      fc.option(stock),
      stock,
      limits,
      fc.bigInt({ min: 0n, max: 10n ** 29n }),
      (other, one, within, more) => {
        const fuller = { ...one, held: one.held + more };
        for (const skew of [skewOf(other, one, within), skewOf(one, other, within)])
          expect(Math.abs(skew)).toBeLessThanOrEqual(within.boundPpm);
        expect(skewOf(other, fuller, within)).toBeLessThanOrEqual(skewOf(other, one, within));
        expect(skewOf(fuller, other, within)).toBeGreaterThanOrEqual(skewOf(one, other, within));
      },
    );
    fc.assert(property);
  });

  it('is none at the targets, without them, and while it is switched off', () => {
    const on = { strengthPpm: 10_000, boundPpm: 5_000 };
    expect(skewOf({ held: 7n, target: 7n }, { held: 9n, target: 9n }, on)).toBe(0);
    expect(skewOf(null, null, on)).toBe(0);
    expect(skewOf(null, { held: 0n, target: 9n }, { ...on, strengthPpm: 0 })).toBe(0);
  });

  it('is what a person computes', () => {
    const on = { strengthPpm: 10_000, boundPpm: 5_000 };
    expect(skewOf(null, { held: 80n, target: 100n }, on)).toBe(2_000);
    expect(skewOf({ held: 80n, target: 100n }, null, on)).toBe(-2_000);
    expect(skewOf({ held: 110n, target: 100n }, { held: 80n, target: 100n }, on)).toBe(3_000);
    expect(skewOf(null, { held: 0n, target: 100n }, on)).toBe(5_000);
  });

  it('takes off the service fee, never more than that, and puts nothing on it', () => {
    const charged = fc.record({
      feePpm: ppm,
      skewPpm: fc.integer({ min: -50_000, max: 50_000 }),
      premiumPpm: fc.nat(300_000),
      markupPpm: fc.nat(100_000),
    });
    const property = fc.property(charged, (each) => {
      const { feePpm, skewPpm, premiumPpm, markupPpm } = each;
      expect(chargePpm(each)).toBe(Math.max(0, feePpm + skewPpm) + premiumPpm + markupPpm);
      expect(chargePpm(each)).toBeLessThan(1_000_000);
      expect(earnedPpm(each)).toBe(Math.min(feePpm, Math.max(0, feePpm + skewPpm)));
      expect(usedSkewPpm(each)).toBeGreaterThanOrEqual(-feePpm);
      const lower = {
        ...each,
        feeTiers: [
          { fromUnits: 0n, feePpm },
          { fromUnits: 5n, feePpm: feePpm / 2 },
        ],
      };
      expect(leastChargePpm(lower)).toBeLessThanOrEqual(chargePpm(each));
    });
    fc.assert(property);
  });
});
