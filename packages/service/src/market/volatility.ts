import { ceilRoot } from '../money/root.ts';
import { ceilDivide } from '../money/units.ts';
import type { PremiumLimits } from './premium-limits.ts';

/** What a coin was held at, and when, Unix milliseconds. */
export interface MidSample {
  readonly at: number;
  readonly mid: bigint;
}

const YEAR_MS = 365n * 86_400_000n;
const BILLION = 10n ** 9n;
const MILLION = 10n ** 6n;

/** The history with one more sample, unless the last one is too young; what is too old, or later than now, goes. Oldest first. */
export function addSample(
  history: readonly MidSample[],
  sample: MidSample,
  { sampleS, historyS }: PremiumLimits,
): readonly MidSample[] {
  const last = history.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
  if (last <= sample.at && sample.at - last < sampleS * 1_000) return history;
  return [...history.filter(({ at }) => at < sample.at && sample.at - at <= historyS * 1_000), sample];
}

/**
 * How much a coin moves, as millionths a year, rounded up: the root of the mean square of its moves for the time they took.
 * Null: there are too few samples to say. A gap between samples is one move that took longer.
 */
export function volatilityPpm(history: readonly MidSample[], { leastSamples }: PremiumLimits): bigint | null {
  const [first, last] = [history[0], history.at(-1)];
  if (first === undefined || last === undefined || history.length < Math.max(2, leastSamples)) return null;
  const squares = history.slice(1).reduce((sum, { mid }, n) => {
    const move = movePpb((history[n] as MidSample).mid, mid);
    return sum + move * move;
  }, 0n);
  return ceilRoot(ceilDivide(squares * YEAR_MS, BigInt(last.at - first.at) * MILLION));
}

/** From the lower of the two, so that a fall counts as much as the rise back. Rounded up. */
function movePpb(from: bigint, to: bigint): bigint {
  const [low, high] = from < to ? [from, to] : [to, from];
  return ceilDivide((high - low) * BILLION, low);
}
