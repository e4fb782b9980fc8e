import { ONE } from '../money/fixed.ts';
import { ceilDivide } from '../money/units.ts';
import type { Book } from './book.ts';
import { amountsFor, type Fraction } from './depth.ts';
import { isOff } from './mid.ts';

/** For so much USDT so much of the coin changes hands. Both count 10^-18. */
export interface Rung {
  readonly value: bigint;
  readonly amount: bigint;
}

/** What nodes quote one coin from: a few sizes for each side, smallest first. */
export interface Ladder {
  readonly bids: readonly Rung[];
  readonly asks: readonly Rung[];
}

export interface LadderLimits {
  /** Whole USDT. */
  readonly sizesUsdt: readonly number[];
  /** So many venues at least must have the depth of a rung. */
  readonly minVenues: number;
  /** Where the coin is held, and how far from it a rung's average may be: a ladder ends before a gap in the books. */
  readonly near?: { readonly mid: bigint; readonly ppm: number };
  /** No rung is better than what these have for its size: they spoke later than the others. */
  readonly latest?: readonly Book[];
}

/**
 * The median over all these books for each size, as far as enough of them, and more than half, have the depth. One that is
 * too thin for a size counts as worse than any other, so a few that claim a depth nobody else has do not set its price.
 * Of two in the middle the worse counts. Null: some side is too thin for the smallest size.
 */
export function ladderOf(books: readonly Book[], limits: LadderLimits): Ladder | null {
  const bids = bidRungs(books, limits);
  const asks = askRungs(books, limits);
  return bids.length === 0 || asks.length === 0 ? null : { bids, asks };
}

/** Of a list that is sorted from best to worst, the median, or the worse of the two in the middle. */
function middleOf({ length }: readonly unknown[]): number {
  return Math.floor(length / 2);
}

/** Rounded up: whoever sells gives the unit. Not below the average before either, which rounding could undercut. */
function bidRungs(books: readonly Book[], limits: LadderLimits): Rung[] {
  const rungs: Rung[] = [];
  const values = valuesOf(limits);
  const amounts = books.map(({ bids }) => amountsFor(bids, values));
  const latest = (limits.latest ?? []).map(({ bids }) => amountsFor(bids, values));
  for (const [n, value] of values.entries()) {
    const deep = depthAt(amounts, n).map(({ top, bottom }) => ceilDivide(top, bottom));
    const bounds = depthAt(latest, n).map(({ top, bottom }) => ceilDivide(top, bottom));
    if (deep.length < leastOf(books, limits) || bounds.length < latest.length) break;
    const median = deep.sort(ascending)[middleOf(books)] as bigint;
    const before = rungs.at(-1);
    const level = before === undefined ? median : ceilDivide(value * before.amount, before.value);
    const rung = { value, amount: [median, level, ...bounds].reduce((a, b) => (a > b ? a : b)) };
    if (isFar(rung, limits)) break;
    rungs.push(rung);
  }
  return rungs;
}

/** Rounded down: whoever buys goes without the unit. */
function askRungs(books: readonly Book[], limits: LadderLimits): Rung[] {
  const rungs: Rung[] = [];
  const values = valuesOf(limits);
  const amounts = books.map(({ asks }) => amountsFor(asks, values));
  const latest = (limits.latest ?? []).map(({ asks }) => amountsFor(asks, values));
  for (const [n, value] of values.entries()) {
    const deep = depthAt(amounts, n).map(({ top, bottom }) => top / bottom);
    const bounds = depthAt(latest, n).map(({ top, bottom }) => top / bottom);
    if (deep.length < leastOf(books, limits) || bounds.length < latest.length) break;
    const median = deep.sort(ascending).reverse()[middleOf(books)] as bigint;
    const before = rungs.at(-1);
    const level = before === undefined ? median : (value * before.amount) / before.value;
    const rung = { value, amount: [median, level, ...bounds].reduce((a, b) => (a < b ? a : b)) };
    if (isFar(rung, limits)) break;
    rungs.push(rung);
  }
  return rungs;
}

function valuesOf({ sizesUsdt }: LadderLimits): bigint[] {
  return [...new Set(sizesUsdt)].sort((a, b) => a - b).map((size) => BigInt(size) * ONE);
}

function leastOf(books: readonly Book[], { minVenues }: LadderLimits): number {
  return Math.max(minVenues, middleOf(books) + 1);
}

/** Whether a rung's average is too far from where the coin is held. Nothing at all for a value is. */
function isFar({ value, amount }: Rung, { near }: LadderLimits): boolean {
  return near !== undefined && (amount === 0n || isOff((value * ONE) / amount, near.mid, near.ppm));
}

function depthAt(amounts: readonly (readonly (Fraction | null)[])[], n: number): Fraction[] {
  return amounts.flatMap((ofVenue) => ofVenue[n] ?? []);
}

function ascending(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
