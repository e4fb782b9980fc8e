import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ONE, parseFixed } from '../money/fixed.ts';
import { mostOf, NO_CAPS } from '../pricing/fixed-room.ts';
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
const PRICE = 10n ** 14n;
const given = (id: number, assetDecimals: number, treasuryUnits: bigint, share: bigint) => ({
  asset: { decimals: assetDecimals, price: PRICE, treasuryUnits, id },
  share,
  price: PRICE,
  decimals: assetDecimals,
  group: id,
  feePpm: 10_000,
  networkFeeUnits: 1n,
});
/** Of 21 units that cannot be divided, the second gets half a unit, rounded up to one: more than there is of it. */
const HALF_A_UNIT = {
  mode: 'fixed',
  from: { decimals: 0, price: PRICE, treasuryUnits: 1n },
  price: PRICE,
  units: 0n,
  entries: [
    given(1, 0, 22n, 916_015_624_999_999_966n),
    given(0, 18, 523_809_523_809_523_830n, 22_341_844_512_195_122n),
  ],
} as unknown as Terms;
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
    const property = fc.property(terms, caps, (some, { ofAsset, ofCaller }) => {
      const source = { asset: some.from, price: some.price };
      const units = mostOf(source, some.entries, { ...NO_CAPS, ofAsset: () => ofAsset, ofCaller });
      const spare = BigInt(some.entries.length - 1);
      const reserved = reservationsOf({ ...some, units: units > spare ? units - spare : 0n });
      for (const { assetId, units: promised, value } of reserved) {
        const entry = some.entries.find(({ asset }) => asset.id === assetId)!;
        // Whole units of the source that others did not get may all have gone to this asset.
        const [rounded] = reservationsOf({ ...some, entries: [entry], units: spare });
        const tolerance = spare === 0n ? 0n : (rounded?.units ?? 0n) + 1n;
        expect(promised <= entry.asset.treasuryUnits + tolerance).toBe(true);
        if (spare === 0n) expect(parseFixed(value) <= ofAsset && parseFixed(value) <= ofCaller).toBe(true);
      }
    });
    fc.assert(property, { examples: [[HALF_A_UNIT, { ofAsset: ONE, ofCaller: ONE }]] });
  });

  it('is nothing if it floats', () => {
    fc.assert(
      fc.property(terms, (some) => {
        expect(reservationsOf({ ...some, mode: 'float', units: 1n })).toEqual([]);
      }),
    );
  });
});
