import { ONE } from '../money/fixed.ts';
import { ceilDivide } from '../money/units.ts';
import { remember } from '../remember.ts';
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

/** From one rung to the next: a size up to `until` gives (base + size × rise) ÷ run. */
interface Line {
  readonly until: bigint;
  readonly base: bigint;
  readonly rise: bigint;
  readonly run: bigint;
  /** Of what a size costs for each, counted in 10^-18 and rounded up: (base - 1 + size × runs) ÷ (base + size × rise). */
  readonly baseLessOne: bigint;
  readonly runs: bigint;
}

/** Up to its first rung a ladder has one price for all sizes, and most sizes are there. */
const firstSold = remember(
  ({ bids: [rung] }: Ladder) => rung && { rung, price: (rung.value * ONE) / rung.amount },
);
const firstBought = remember(
  ({ asks: [rung] }: Ladder) => rung && { rung, price: ceilDivide(rung.value * ONE, rung.amount) },
);
const sold = remember(({ bids }: Ladder) => linesOf(bids, 'amount', 'value'));
const bought = remember(({ asks }: Ladder) => linesOf(asks, 'value', 'amount'));
const soldByValue = remember(({ bids }: Ladder) => linesOf(bids, 'value', 'amount'));

/** What each coin brings when so much is sold, rounded down; null beyond the last rung. */
export function sellPrice(ladder: Ladder, amount: bigint): bigint | null {
  refuseNoSize(amount);
  const first = firstSold(ladder);
  if (first !== undefined && amount <= first.rung.amount) return first.price;
  const value = on(sold(ladder), amount);
  return value && (value.top * ONE) / (value.bottom * amount);
}

/** What each coin costs when it is bought for so much, rounded up; null beyond the last rung. */
export function buyPrice(ladder: Ladder, value: bigint): bigint | null {
  refuseNoSize(value);
  const first = firstBought(ladder);
  if (first !== undefined && value <= first.rung.value) return first.price;
  const line = lineOf(bought(ladder), value);
  return line && (line.baseLessOne + value * line.runs) / (line.base + value * line.rise);
}

/** What so much of the coin brings, rounded down; null beyond the last rung. */
export function sellValue(ladder: Ladder, amount: bigint): bigint | null {
  const value = on(sold(ladder), amount);
  return value && value.top / value.bottom;
}

/** How much of the coin a value buys, rounded down; null beyond the last rung. */
export function buyAmount(ladder: Ladder, value: bigint): bigint | null {
  const amount = on(bought(ladder), value);
  return amount && amount.top / amount.bottom;
}

/** The most of the coin that brings no more than a value, rounded down; all of the ladder where that brings less. */
export function mostSold(ladder: Ladder, value: bigint): bigint {
  if (value <= 0n) return 0n;
  const amount = on(soldByValue(ladder), value);
  return amount === null ? (ladder.bids.at(-1)?.amount ?? 0n) : amount.top / amount.bottom;
}

/** Null beyond the last rung. */
function on(lines: readonly Line[], size: bigint): Fraction | null {
  refuseNoSize(size);
  const line = lineOf(lines, size);
  return line && { top: line.base + size * line.rise, bottom: line.run };
}

function lineOf(lines: readonly Line[], size: bigint): Line | null {
  for (const line of lines) if (size <= line.until) return line;
  return null;
}

function linesOf(rungs: readonly Rung[], by: keyof Rung, gives: keyof Rung): Line[] {
  return rungs.map((above, n) => {
    const below = rungs[n - 1] ?? GROUND;
    const [rise, run] = [above[gives] - below[gives], above[by] - below[by]];
    const base = below[gives] * run - below[by] * rise;
    return { until: above[by], base, rise, run, baseLessOne: base - 1n, runs: run * ONE + rise };
  });
}
