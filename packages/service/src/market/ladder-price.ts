import { ONE } from '../money/fixed.ts';
import { ceilDivide } from '../money/units.ts';
import { type Fraction, refuseNoSize } from './depth.ts';
import type { Ladder, Rung } from './ladder.ts';

/**
 * Between two rungs a ladder is a straight line, and so it is from nothing to the first. As no rung's average is better than
 * the one before, none is for a larger size, and more sent is never less received.
 *
 * An average price counts 10^-18 and is rounded for the treasury: times its size it can be below `sellValue` by less than
 * 10^-18 USDT for each coin. Where amounts follow from each other, `sellValue` and `buyAmount` are the exact ones.
 */

const GROUND: Rung = { value: 0n, amount: 0n };

/** What each coin brings when so much is sold, rounded down; null beyond the last rung. */
export function sellPrice(ladder: Ladder, amount: bigint): bigint | null {
  const value = soldFor(ladder, amount);
  return value && (value.top * ONE) / (value.bottom * amount);
}

/** What each coin costs when it is bought for so much, rounded up; null beyond the last rung. */
export function buyPrice(ladder: Ladder, value: bigint): bigint | null {
  const amount = boughtFor(ladder, value);
  return amount && ceilDivide(value * ONE * amount.bottom, amount.top);
}

/** What so much of the coin brings, rounded down; null beyond the last rung. */
export function sellValue(ladder: Ladder, amount: bigint): bigint | null {
  const value = soldFor(ladder, amount);
  return value && value.top / value.bottom;
}

/** How much of the coin a value buys, rounded down; null beyond the last rung. */
export function buyAmount(ladder: Ladder, value: bigint): bigint | null {
  const amount = boughtFor(ladder, value);
  return amount && amount.top / amount.bottom;
}

/** The most of the coin that brings no more than a value, rounded down; all of the ladder where that brings less. */
export function mostSold({ bids }: Ladder, value: bigint): bigint {
  if (value <= 0n) return 0n;
  const rungs = around(bids, 'value', value);
  if (rungs === null) return bids.at(-1)?.amount ?? 0n;
  const [below, above] = rungs;
  const [rise, run] = [above.amount - below.amount, above.value - below.value];
  return below.amount + ((value - below.value) * rise) / run;
}

function soldFor({ bids }: Ladder, amount: bigint): Fraction | null {
  const rungs = around(bids, 'amount', amount);
  if (rungs === null) return null;
  const [below, above] = rungs;
  const [rise, run] = [above.value - below.value, above.amount - below.amount];
  return { top: below.value * run + (amount - below.amount) * rise, bottom: run };
}

function boughtFor({ asks }: Ladder, value: bigint): Fraction | null {
  const rungs = around(asks, 'value', value);
  if (rungs === null) return null;
  const [below, above] = rungs;
  const [rise, run] = [above.amount - below.amount, above.value - below.value];
  return { top: below.amount * run + (value - below.value) * rise, bottom: run };
}

/** The two rungs that a size is between; none beyond the last. */
function around(rungs: readonly Rung[], by: keyof Rung, size: bigint): [below: Rung, above: Rung] | null {
  refuseNoSize(size);
  const n = rungs.findIndex((rung) => rung[by] >= size);
  const above = rungs[n];
  return above === undefined ? null : [rungs[n - 1] ?? GROUND, above];
}
