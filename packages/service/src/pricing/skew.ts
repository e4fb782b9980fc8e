import type { Asset } from '../catalog/catalogue.ts';
import type { Settings } from '../catalog/settings.ts';

/** What there is of an asset, and what there should be. */
export interface Supply {
  /** Whether it is promised or not: orders that nobody pays move no price. */
  readonly held: bigint;
  readonly target: bigint;
}

export interface SkewLimits {
  /** What something of which nothing is left costs more, in millionths; 0: there is no skew. */
  readonly strengthPpm: number;
  /** The most by which an exchange gets dearer or cheaper, in millionths. */
  readonly boundPpm: number;
}

/** What a treasury says about an asset; null: nothing was said about how much of it there should be. */
export function stockOf({ treasuryUnits, promisedUnits = 0n, targetUnits }: Asset): Supply | null {
  return targetUnits === undefined ? null : { held: treasuryUnits + promisedUnits, target: targetUnits };
}

export function skewLimits({ skew_strength_ppm, skew_bound_ppm }: Settings): SkewLimits {
  return { strengthPpm: skew_strength_ppm, boundPpm: skew_bound_ppm };
}

/**
 * How much dearer an exchange is, in millionths, because it takes what the treasury lacks and brings what it has too much of;
 * below 0: how much cheaper, because it does the opposite. Each side counts by how far it is from its target.
 */
export function skewOf(from: Supply | null, to: Supply | null, limits: SkewLimits): number {
  if (limits.strengthPpm === 0) return 0;
  return within(lackPpm(to, limits) - lackPpm(from, limits), limits.boundPpm);
}

/**
 * The skew of an exchange that was agreed before: a discount for what the treasury lacked is given only as far as that still lacks,
 * or it would be had for a week after everybody else has brought it. What was dearer stays as agreed.
 */
export function keptSkew(agreedPpm: number, nowPpm: number): number {
  return agreedPpm < 0 ? Math.max(agreedPpm, Math.min(nowPpm, 0)) : agreedPpm;
}

/** What is lacking of the target, in parts of the strength; below 0: what there is too much. */
function lackPpm(stock: Supply | null, { strengthPpm, boundPpm }: SkewLimits): number {
  if (stock === null || stock.target <= 0n) return 0;
  const ppm = (BigInt(strengthPpm) * (stock.target - stock.held)) / stock.target;
  // However much there is too much of something: no number is too large for what follows.
  const most = BigInt(boundPpm);
  return Number(ppm > most ? most : ppm < -most ? -most : ppm);
}

function within(ppm: number, bound: number): number {
  return Math.min(Math.max(ppm, -bound), bound);
}
