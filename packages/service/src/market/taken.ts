import { ceilDivide } from '../money/units.ts';
import type { Ladder, Rung } from './ladder.ts';

/** What was sold into the bids of a coin of late, and bought from its asks: USDT, counted in 10^-18. */
export interface Taken {
  readonly sold: bigint;
  readonly bought: bigint;
  /** The same of what is promised and may never be paid. */
  readonly promisedSold: bigint;
  readonly promisedBought: bigint;
}

/** However much is promised, so much of a side is left to others: one over so many of it. Promises cost nobody anything. */
const LEFT_BY_PROMISES = 2n;
/** However much was exchanged: a last bit, at the last price, so that a ladder never ends in nothing. */
const LEFT = 1_000n;

/**
 * The ladder of whoever comes next: what is left of each side behind what was taken of it. So several orders, one after another,
 * get together what one of their size would, for as long as what they took is remembered. No size is better than it was.
 */
export function afterTaken({ bids, asks }: Ladder, taken: Taken): Ladder {
  return {
    bids: bidsAfter(bids, usedOf(bids, taken.sold, taken.promisedSold)),
    asks: asksAfter(asks, usedOf(asks, taken.bought, taken.promisedBought)),
  };
}

function bidsAfter(rungs: readonly Rung[], used: bigint): readonly Rung[] {
  if (used === 0n) return rungs;
  const after: Rung[] = [];
  for (const value of valuesAfter(rungs, used)) {
    const left = amountUp(rungs, value + used) - amountDown(rungs, used);
    const before = after.at(-1);
    const level = before === undefined ? 0n : ceilDivide(value * before.amount, before.value);
    after.push({ value, amount: [left, amountUp(rungs, value), level].reduce((a, b) => (a > b ? a : b)) });
  }
  return after;
}

function asksAfter(rungs: readonly Rung[], used: bigint): readonly Rung[] {
  if (used === 0n) return rungs;
  const after: Rung[] = [];
  for (const value of valuesAfter(rungs, used)) {
    const left = amountDown(rungs, value + used) - amountUp(rungs, used);
    const before = after.at(-1);
    const level = before === undefined ? left : (value * before.amount) / before.value;
    const amount = [left, amountDown(rungs, value), level].reduce((a, b) => (a < b ? a : b));
    // A corner so near to nothing that it buys less than a unit: the line goes on to the next.
    if (amount <= 0n) continue;
    after.push({ value, amount });
  }
  // Of a coin so dear that nothing is left in whole units, the line as it was says more than none.
  return after.length === 0 ? rungs : after;
}

function usedOf(rungs: readonly Rung[], exchanged: bigint, promised: bigint): bigint {
  const end = rungs.at(-1)?.value ?? 0n;
  return lesser(exchanged + lesser(promised, end / LEFT_BY_PROMISES), end - end / LEFT);
}

function lesser(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/** Wherever the line, or what is left of it, has a corner: between these both are straight. */
function valuesAfter(rungs: readonly Rung[], used: bigint): bigint[] {
  const end = (rungs.at(-1) as Rung).value - used;
  const corners = rungs.flatMap(({ value }) => [value, value - used]);
  return [...new Set(corners)].filter((value) => value > 0n && value <= end).sort((a, b) => (a < b ? -1 : 1));
}

function amountUp(rungs: readonly Rung[], value: bigint): bigint {
  const { below, rise, run, over } = lineAt(rungs, value);
  return below + ceilDivide(over * rise, run);
}

function amountDown(rungs: readonly Rung[], value: bigint): bigint {
  const { below, rise, run, over } = lineAt(rungs, value);
  return below + (over * rise) / run;
}

/** The straight line on which a value lies. It must be on the ladder. */
function lineAt(rungs: readonly Rung[], value: bigint) {
  const n = rungs.findIndex((rung) => rung.value >= value);
  const above = rungs[n];
  if (above === undefined) throw new RangeError('no rung is so high');
  const below = rungs[n - 1] ?? { value: 0n, amount: 0n };
  return {
    below: below.amount,
    rise: above.amount - below.amount,
    run: above.value - below.value,
    over: value - below.value,
  };
}
