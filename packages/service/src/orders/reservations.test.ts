import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ONE, parseFixed } from '../money/fixed.ts';
import { mostOf } from '../pricing/limits.ts';
import type { Terms } from '../pricing/terms.ts';
import { exchange } from './exchange.ts';
import { reservationsOf } from './reservations.ts';

const decimals = fc.constantFrom(0, 6, 8, 18);
const price = fc.bigInt({ min: 10n ** 14n, max: 10n ** 23n });
const free = fc.bigInt({ min: 1n, max: 10n ** 24n });
const side = fc.record({ decimals, price, treasuryUnits: free });

/** Terms of which only what matters here is there. */
const terms = fc
  .record({
    from: side,
    assets: fc.tuple(side, side),
    entries: fc.array(fc.record({ nth: fc.nat(1), share: fc.bigInt({ min: 1n, max: ONE }) }), {
      minLength: 1,
      maxLength: 5,
    }),
  })
  .map(({ from, assets, entries }) => ({
    mode: 'fixed',
    from,
    price: from.price,
    units: 0n,
    entries: entries.map(({ nth, share }) => {
      const asset = { ...(assets[nth] as (typeof assets)[0]), id: nth };
      return {
        asset,
        share,
        price: asset.price,
        decimals: asset.decimals,
        group: nth,
        feePpm: 10_000,
        networkFeeUnits: 1n,
      };
    }),
  }))
  .map((made) => made as unknown as Terms);
const caps = fc.record({ ofAsset: fc.bigInt(1n, 10n ** 24n), ofCaller: fc.bigInt(1n, 10n ** 24n) });

describe('what a fixed order reserves', () => {
  it('is what its exchange takes from the treasury', () => {
    fc.assert(
      fc.property(terms, fc.bigInt({ min: 1n, max: 10n ** 24n }), (some, units) => {
        const order = { id: 1, assetId: 99, source: { decimals: some.from.decimals, price: some.price } };
        const entries = some.entries.map((entry) => ({ ...entry, assetId: entry.asset.id }));
        const { posting } = exchange(order, units, entries);
        for (const { assetId, units: reserved } of reservationsOf({ ...some, units })) {
          const taken = posting.entries.filter(
            (each) => each.account === 'treasury' && each.assetId === assetId,
          );
          expect(reserved).toBe(taken.reduce((sum, each) => sum + each.units, 0n));
        }
      }),
    );
  });

  it('fits at the most that is offered, but for what splitting rounds up; and so do the caps', () => {
    fc.assert(
      fc.property(terms, caps, (some, { ofAsset, ofCaller }) => {
        const source = { asset: some.from, price: some.price };
        const units = mostOf(source, some.entries, { ofAsset: () => ofAsset, ofCaller });
        const spare = BigInt(some.entries.length - 1);
        const reserved = reservationsOf({ ...some, units: units > spare ? units - spare : 0n });
        for (const { assetId, units: promised, value } of reserved) {
          const asset = some.entries.find((entry) => entry.asset.id === assetId)?.asset;
          const [one] = reservationsOf({ ...some, units: spare + 1n }).filter(
            (each) => each.assetId === assetId,
          );
          expect(
            promised <= (asset?.treasuryUnits ?? 0n) + (spare === 0n ? 0n : (one?.units ?? 0n) + 1n),
          ).toBe(true);
          if (spare === 0n) expect(parseFixed(value) <= ofAsset && parseFixed(value) <= ofCaller).toBe(true);
        }
      }),
    );
  });

  it('is nothing if it floats', () => {
    fc.assert(
      fc.property(terms, (some) => {
        expect(reservationsOf({ ...some, mode: 'float', units: 1n })).toEqual([]);
      }),
    );
  });
});
