import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { volume } from '../../../../test/support/volume.ts';
import { fromUnits } from '../money/units.ts';
import { agree, type Terms } from '../pricing/terms.ts';
import { sizedCase } from '../pricing/testing/sized-market.ts';
import { Refusal } from '../refusal.ts';
import { exchange } from './exchange.ts';
import type { OrderEntry } from './order.ts';
import { termsOfNow } from './terms-of-now.ts';

const NO_FEES = { float: null, fixed: null };
const RUNS = { numRuns: volume(30, 100) };

/** As the store would have it. */
const placed = ({ from, entries }: Terms) => ({
  assetId: from.id,
  entries: entries.map(
    ({ asset, ...entry }): OrderEntry => ({
      ...entry,
      assetId: asset.id,
      address: '',
      unitsOrigin: entry.units,
      status: 1,
      finishedAt: 0,
    }),
  ),
});

/** Terms of an order of so many steps, in any market; none where it is refused. */
const cases = fc
  .tuple(sizedCase({ isTight: true, hasFees: true }), fc.bigInt({ min: 1n, max: 10n ** 12n }))
  .map(([each, steps]) => {
    const units = steps * 10n ** BigInt(Math.max(0, each.from.decimals - 8));
    try {
      const request = each.request(fromUnits(units, each.from.decimals));
      return { each, units, terms: agree(each.market, request, NO_FEES) };
    } catch (error) {
      if (error instanceof Refusal) return null;
      throw error;
    }
  })
  .filter((found) => found !== null);

describe('an order that is exchanged at the rate of now', () => {
  it('has the very prices that are quoted for the size that came, and pays for no fixed price', () => {
    const property = fc.property(cases, ({ each, units, terms }) => {
      const now = termsOfNow(placed(terms), units, each.market);
      if (typeof now === 'string') throw new Error(now);
      expect(now.entries.every(({ premiumPpm }) => premiumPpm === 0)).toBe(true);
      if (terms.mode === 'fixed') return;
      expect(now.price).toBe(terms.price);
      const source = { decimals: terms.from.decimals, price: now.price };
      const { entries } = exchange({ id: 1, assetId: 1, source }, units, now.entries);
      expect(entries.map((entry) => entry.units)).toEqual(terms.entries.map((entry) => entry.units));
    });
    fc.assert(property, RUNS);
  });

  it('has no price beyond a ladder, and none without fresh ones', () => {
    const property = fc.property(cases, ({ each, terms }) => {
      const isSized = [terms.conditions, ...terms.conditions.entries].some(({ ladder }) => ladder !== null);
      const now = termsOfNow(placed(terms), 10n ** 60n, each.market);
      expect(typeof now === 'string' ? now : 'prices').toBe(isSized ? 'too large' : 'prices');
      const later = { ...each.market, now: each.market.now + 3_600 };
      expect(termsOfNow(placed(terms), terms.units, later)).toBe('no price');
    });
    fc.assert(property, RUNS);
  });
});

describe('an exchange at a fixed price', () => {
  it('adds up per asset; the premium is no fee and stays with the treasury', () => {
    const property = fc.property(cases, ({ units, terms }) => {
      const source = { decimals: terms.from.decimals, price: terms.price };
      const order = { id: 1, assetId: terms.from.id, source };
      const entries = terms.entries.map((entry) => ({ ...entry, assetId: entry.asset.id }));
      const { posting, entries: given } = exchange(order, units, entries);
      const free = exchange(
        order,
        units,
        entries.map((entry) => ({ ...entry, premiumPpm: 0 })),
      );
      const sums = new Map<number, bigint>();
      for (const { assetId, units: moved } of posting.entries)
        sums.set(assetId, (sums.get(assetId) ?? 0n) + moved);
      expect([...sums.values()].every((sum) => sum === 0n)).toBe(true);
      given.forEach((entry, n) => {
        expect(entry.units).toBe(terms.entries[n]?.units);
        expect(entry.feeUnits).toBe(free.entries[n]?.feeUnits);
        expect(entry.worth <= (free.entries[n]?.worth ?? 0n)).toBe(true);
      });
    });
    fc.assert(property, RUNS);
  });
});
