import type { Asset } from '../catalog/catalogue.ts';
import { ceilDivide, ceilPromised, floorPromised, powerOfTen } from '../money/units.ts';
import { type FixedRoom, mostOf, NO_CAPS } from './fixed-room.ts';

/** A payout, or a refund, is at least this many times its network fee. */
const WORTH_ITS_FEE = 4n;

/** Below a signer's limit so many network fees are left free: fees count in it, and may rise until it is paid. */
const FEE_RESERVE = 2n;

export interface OrderLimits {
  readonly minUnits: bigint;
  readonly maxUnits: bigint;
}

export interface LimitedEntry {
  readonly asset: Asset;
  readonly price: bigint;
  readonly share: bigint;
  /** What its payout costs, in USDT counted in 10^-18. */
  readonly costValue: bigint;
}

export interface LimitedSource {
  readonly asset: Asset;
  readonly price: bigint;
  /** What giving it back costs, in USDT counted in 10^-18. */
  readonly costValue: bigint;
}

/** The least and the most of the source that can be exchanged this way now. */
export function orderLimits(
  source: LimitedSource,
  entries: readonly LimitedEntry[],
  room = NO_CAPS,
): OrderLimits {
  const { maxUnits, decimals } = source.asset;
  const most = mostPayable(source, entries, room);
  return {
    minUnits: ceilPromised(leastOf(source, entries), decimals),
    maxUnits: floorPromised(most < maxUnits ? most : maxUnits, decimals),
  };
}

/** The least of the source at which every part is worth its network fee, and a refund its own. */
export function leastOf(
  { asset, price, costValue }: LimitedSource,
  entries: readonly Pick<LimitedEntry, 'share' | 'costValue'>[],
): bigint {
  return leastAt(asset, dearestPart(asset, costValue, entries), price);
}

/** What the source's price is to divide for the least of it. */
export interface DearestPart {
  readonly top: bigint;
  readonly bottom: bigint;
}

/** The part whose fee is the most for its share: whatever the price, it is worth its fee last. */
export function dearestPart(
  { decimals }: Asset,
  costValue: bigint,
  entries: readonly Pick<LimitedEntry, 'share' | 'costValue'>[],
): DearestPart {
  let whole = 0n;
  let [cost, share] = [0n, 1n];
  for (const entry of entries) {
    whole += entry.share;
    const dearer = larger(entry.costValue, costValue);
    if (dearer * share > cost * entry.share) [cost, share] = [dearer, entry.share];
  }
  return { top: WORTH_ITS_FEE * cost * whole * powerOfTen(decimals), bottom: share };
}

/** The least of the source at a price. */
export function leastAt({ minUnits }: Asset, { top, bottom }: DearestPart, price: bigint): bigint {
  return larger(minUnits, ceilDivide(top, bottom * price));
}

/** The most of the source that can be paid for: by the treasury, as may be promised, and as signers let go. */
export function mostPayable(
  source: Pick<LimitedSource, 'asset' | 'price'>,
  entries: readonly LimitedEntry[],
  room: FixedRoom,
): bigint {
  const whole = entries.reduce((sum, { share }) => sum + share, 0n);
  return entries.reduce(
    (least, { asset, price, share, costValue }) => {
      if (asset.payoutLimitUnits === undefined) return least;
      // Each entry is a payment of its own where it has to be.
      const cost = ceilDivide(FEE_RESERVE * costValue * powerOfTen(asset.decimals), price);
      const value = (asset.payoutLimitUnits - cost) * price * powerOfTen(source.asset.decimals) * whole;
      const most = larger(value, 0n) / (share * source.price * powerOfTen(asset.decimals));
      return most < least ? most : least;
    },
    mostOf(source, entries, room),
  );
}

function larger(a: bigint, b: bigint): bigint {
  return a < b ? b : a;
}
