import { type Decimal, MESSAGE, RATIO_TOLERANCE, type ReceiveEntry } from '@swapdesk/contract';
import { FIXED_DECIMALS, ONE, parseFixed } from '../money/fixed.ts';
import { PROMISED_DECIMALS, powerOfTen } from '../money/units.ts';
import { Refusal } from '../refusal.ts';

const TOLERANCE = parseFixed(RATIO_TOLERANCE);
const GROUP_STEP = powerOfTen(FIXED_DECIMALS - PROMISED_DECIMALS);

export interface Ratios {
  /** As sent, or 1. Counted in 10^-18, like all of these. */
  readonly ratio: bigint;
  /** As sent; null in Variant B. */
  readonly groupRatio: bigint | null;
}

/** An entry's ratios as sent; an absent one is 1. */
export function ratiosOf({
  to_ratio,
  to_group_ratio,
}: Pick<ReceiveEntry, 'to_ratio' | 'to_group_ratio'>): Ratios {
  return {
    ratio: to_ratio === undefined ? ONE : fixed(to_ratio),
    groupRatio: to_group_ratio === undefined ? null : fixed(to_group_ratio),
  };
}

/**
 * Each entry's share of the source. It is the ratio where the ratios add up to 1. Clients of Variant A differ in
 * what they call a ratio and a group ratio: where only the products of the two add up to 1, it is the product.
 */
export function sharesOf(entries: readonly Ratios[]): bigint[] {
  const ratios = entries.map(({ ratio }) => ratio);
  if (addUpToOne(ratios)) return ratios;
  const products = entries.map(({ ratio, groupRatio }) => (ratio * (groupRatio ?? ONE)) / ONE);
  if (addUpToOne(products)) return products;
  throw new Refusal(MESSAGE.incorrectParameters);
}

/** Each entry's share of the entries that receive the same asset, rounded down to 8 decimals. */
export function groupSharesOf(entries: readonly { share: bigint; assetId: number }[]): bigint[] {
  return entries.map(({ share, assetId }) => {
    const group = entries.reduce((sum, each) => (each.assetId === assetId ? sum + each.share : sum), 0n);
    const exact = (share * ONE) / group;
    // A share is never shown as 0, however small.
    return exact - (exact % GROUP_STEP) || 1n;
  });
}

function addUpToOne(shares: readonly bigint[]): boolean {
  // An entry that gets nothing is not an entry.
  if (shares.some((share) => share === 0n)) return false;
  const off = shares.reduce((sum, share) => sum + share, -ONE);
  return off <= TOLERANCE && off >= -TOLERANCE;
}

function fixed(value: Decimal): bigint {
  return value.truncate(FIXED_DECIMALS);
}
