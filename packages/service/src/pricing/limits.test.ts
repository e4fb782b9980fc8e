import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { volume } from '../../../../test/support/volume.ts';
import type { Asset } from '../catalog/catalogue.ts';
import { split } from '../money/split.ts';
import { type LimitedEntry, orderLimits } from './limits.ts';
import { quote } from './quote.ts';

const ETHEREUM = {
  id: 4,
  name: 'Ethereum',
  space: 'evm',
  nativeAbbr: 'ETH',
  evmChainId: 1,
  confirmations: 12,
} as const;

function asset(changes: Partial<Asset>): Asset {
  return {
    id: 1,
    chain: ETHEREUM,
    abbr: 'ETH',
    name: 'Ether',
    protocol: 'ETH',
    decimals: 18,
    contract: null,
    stable: false,
    canSend: true,
    canReceive: true,
    minUnits: 1n,
    maxUnits: 10n ** 40n,
    dustUnits: 1n,
    transferCost: 0n,
    treasuryUnits: 10n ** 40n,
    feePpm: { float: null, fixed: null },
    ...changes,
  };
}

const decimals = fc.constantFrom(0, 6, 8, 9, 18);
const price = fc.bigInt({ min: 10n ** 14n, max: 10n ** 23n });
const cost = fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: 10n ** 20n }));
const share = fc.oneof(fc.bigInt({ min: 1n, max: 10n }), fc.bigInt({ min: 10n ** 16n, max: 10n ** 18n }));
const treasury = fc.bigInt({ min: 0n, max: 10n ** 24n });

const source = fc
  .record({ decimals, price, costValue: cost, minUnits: fc.bigInt({ min: 1n, max: 10n ** 6n }) })
  .map(({ decimals: places, price: worth, costValue, minUnits }) => ({
    asset: asset({ id: 99, decimals: places, minUnits }),
    price: worth,
    costValue,
  }));
/** Assets 1 to 3, the same wherever they appear. */
const entries = fc
  .tuple(
    fc.tuple(
      fc.tuple(decimals, price, treasury),
      fc.tuple(decimals, price, treasury),
      fc.tuple(decimals, price, treasury),
    ),
    fc.array(fc.tuple(fc.nat(2), share, cost), { minLength: 1, maxLength: 5 }),
  )
  .map(([assets, list]) =>
    list.map(([n, ofSource, costValue]): LimitedEntry => {
      const [places, worth, free] = assets[n] as (typeof assets)[number];
      return {
        asset: asset({ id: n + 1, decimals: places, treasuryUnits: free }),
        price: worth,
        share: ofSource,
        costValue,
      };
    }),
  );

const scale = (places: number) => 10n ** BigInt(places);
const stepOf = (places: number) => scale(Math.max(0, places - 8));

describe('the least that can be exchanged', () => {
  it('makes every part worth four times the dearer of its two network fees, and one step less does not', () => {
    const property = fc.property(source, entries, (from, list) => {
      const { minUnits } = orderLimits(from, list);
      const whole = list.reduce((sum, entry) => sum + entry.share, 0n);
      const isEnough = (units: bigint) =>
        units >= from.asset.minUnits &&
        list.every((entry) => {
          // Both sides × 10^18 × 10^decimals × whole: exact.
          const worth = units * entry.share * from.price;
          return [entry.costValue, from.costValue].every(
            (fee) => worth >= 4n * fee * whole * scale(from.asset.decimals),
          );
        });
      expect(isEnough(minUnits)).toBe(true);
      expect(isEnough(minUnits - stepOf(from.asset.decimals))).toBe(false);
      expect(minUnits % stepOf(from.asset.decimals)).toBe(0n);
    });
    fc.assert(property, { numRuns: volume(400, 2_000) });
  });

  it('is the configured one where fees ask for less', () => {
    const from = { asset: asset({ decimals: 8, minUnits: 20_000n }), price: 10n ** 18n, costValue: 0n };
    const entry = { asset: asset({ id: 2 }), price: 10n ** 18n, share: 1n, costValue: 0n };
    expect(orderLimits(from, [entry]).minUnits).toBe(20_000n);
  });

  it('rises as the smallest share falls', () => {
    const from = { asset: asset({ decimals: 6 }), price: 10n ** 18n, costValue: 10n ** 18n };
    const least = (shares: bigint[]) =>
      orderLimits(
        from,
        shares.map((ofSource) => ({
          asset: asset({ id: 2 }),
          price: 10n ** 18n,
          share: ofSource,
          costValue: 0n,
        })),
      ).minUnits;
    // A refund costs 1 USDT: 4 USDT in each part.
    expect([least([1n]), least([1n, 1n]), least([1n, 9n])]).toEqual([4_000_000n, 8_000_000n, 40_000_000n]);
  });
});

describe('the most that can be exchanged', () => {
  it('is what the treasury can pay before fees, or the configured cap, and one step more is not', () => {
    const property = fc.property(source, entries, (from, list) => {
      const { maxUnits } = orderLimits(from, list);
      const whole = list.reduce((sum, entry) => sum + entry.share, 0n);
      const isPayable = (units: bigint) =>
        units <= from.asset.maxUnits &&
        list.every(({ asset: to, price: worth }) => {
          const group = list.reduce((sum, each) => (each.asset.id === to.id ? sum + each.share : sum), 0n);
          const asked = units * group * from.price * scale(to.decimals);
          return asked <= to.treasuryUnits * worth * whole * scale(from.asset.decimals);
        });
      expect(isPayable(maxUnits)).toBe(true);
      expect(isPayable(maxUnits + stepOf(from.asset.decimals))).toBe(false);
    });
    fc.assert(property, { numRuns: volume(400, 2_000) });
  });

  it('promises no more than the treasury has, but for the one unit a part may be rounded up by, even without fees', () => {
    const property = fc.property(source, entries, (from, list) => {
      const { maxUnits } = orderLimits(from, list);
      fc.pre(maxUnits > 0n);
      const side = { decimals: from.asset.decimals, price: from.price };
      const quoted = quote(
        side,
        maxUnits,
        list.map((entry) => ({
          decimals: entry.asset.decimals,
          price: entry.price,
          group: entry.asset.id,
          share: entry.share,
          feePpm: 0,
          networkFeeUnits: 0n,
        })),
      );
      quoted.forEach(({ groupUnits }, n) => {
        const { asset: to, price: worth } = list[n] as LimitedEntry;
        const oneUnit = (from.price * scale(to.decimals)) / (worth * scale(from.asset.decimals)) + 1n;
        expect(groupUnits - to.treasuryUnits <= oneUnit * BigInt(list.length)).toBe(true);
        if (list.length === 1) expect(groupUnits <= to.treasuryUnits).toBe(true);
      });
    });
    fc.assert(property, { numRuns: volume(400, 2_000) });
  });

  it('counts all entries of one asset together', () => {
    const from = { asset: asset({ id: 9, decimals: 8 }), price: 10n ** 18n, costValue: 0n };
    const to = asset({ id: 2, decimals: 8, treasuryUnits: 1_000n });
    const entry = { asset: to, price: 10n ** 18n, share: 1n, costValue: 0n };
    expect(orderLimits(from, [entry, entry]).maxUnits).toBe(1_000n);
    const other = { ...entry, asset: asset({ id: 3, decimals: 8, treasuryUnits: 10n ** 9n }) };
    expect(orderLimits(from, [entry, other]).maxUnits).toBe(2_000n);
    expect(split(2_000n, [1n, 1n])).toEqual([1_000n, 1_000n]);
  });

  it('is below what a signer lets go in one payment, each entry by itself, its fee included', () => {
    const limit = fc.bigInt({ min: 0n, max: 10n ** 24n });
    const property = fc.property(source, entries, limit, (from, list, units) => {
      const limited = list.map((entry) => ({ ...entry, asset: { ...entry.asset, payoutLimitUnits: units } }));
      const { maxUnits } = orderLimits(from, limited);
      expect(maxUnits <= orderLimits(from, list).maxUnits).toBe(true);
      const whole = list.reduce((sum, entry) => sum + entry.share, 0n);
      for (const { asset: to, price: worth, share: ofSource, costValue } of list) {
        const gross =
          (maxUnits * ofSource * from.price * scale(to.decimals)) /
          (whole * worth * scale(from.asset.decimals));
        const twoFees = (2n * costValue * scale(to.decimals)) / worth;
        expect(maxUnits === 0n || gross + twoFees <= units).toBe(true);
      }
    });
    fc.assert(property, { numRuns: volume(400, 2_000) });
  });

  it('is nothing where the treasury is empty', () => {
    const from = { asset: asset({ id: 9 }), price: 10n ** 18n, costValue: 0n };
    const entry = { asset: asset({ id: 2, treasuryUnits: 0n }), price: 1n, share: 1n, costValue: 0n };
    expect(orderLimits(from, [entry]).maxUnits).toBe(0n);
  });
});
