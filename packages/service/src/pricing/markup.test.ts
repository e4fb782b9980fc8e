import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ONE } from '../money/fixed.ts';
import { fromUnits } from '../money/units.ts';
import { Refusal } from '../refusal.ts';
import { markupPpmOf } from './markup.ts';
import { agree, type Terms } from './terms.ts';
import { sizedCase } from './testing/sized-market.ts';

it('a markup is read digit for digit', () => {
  const read = ['0', '0.1', '0.01', '0.000001', '0.012340', '0.05'].map(markupPpmOf);
  expect(read).toEqual([0, 100_000, 10_000, 1, 12_340, 50_000]);
});

it('a larger markup never gives more, and never costs the desk any of its own fee', () => {
  const prices = { min: ONE, max: 10n ** 5n * ONE };
  const cases = sizedCase({ prices, mostEntries: 1, hasFees: true, isTight: true });
  const ppm = fc.nat(100_000);
  const steps = fc.bigInt({ min: 1n, max: 10n ** 12n });
  const property = fc.property(cases, steps, ppm, ppm, (each, step, a, b) => {
    const units = step * 10n ** BigInt(Math.max(0, each.from.decimals - 8));
    const quoted = (markupPpm: number): Terms | null => {
      const markup = { ppm: markupPpm, accountId: 7 };
      try {
        return agree(each.market, each.request(fromUnits(units, each.from.decimals)), {
          float: null,
          fixed: null,
          ...(markupPpm > 0 && { markup }),
        });
      } catch (error) {
        if (error instanceof Refusal) return null;
        throw error;
      }
    };
    const [less, more] = [quoted(Math.min(a, b)), quoted(Math.max(a, b))];
    fc.pre(less !== null && more !== null);
    const [one, other] = [less.entries[0]!, more.entries[0]!];
    expect(other.units <= one.units).toBe(true);
    expect([other.feePpm, other.skewPpm]).toEqual([one.feePpm, one.skewPpm]);
    expect(other.markupPpm - one.markupPpm).toBe(Math.abs(a - b));
  });
  fc.assert(property, { numRuns: 60 });
});
