import { ceilRoot } from '../money/root.ts';
import { ceilDivide } from '../money/units.ts';
import type { PremiumLimits } from './premium-limits.ts';

const YEAR_S = 365n * 86_400n;
const WHOLE_PCT = 100n;

/**
 * What it costs to have a price that one may take or leave for so many seconds: a factor of σ · √T of the amount, in millionths,
 * rounded up, never below the floor nor above the cap. The volatility is millionths a year; null: unknown, the cap counts.
 */
export function premiumPpm(
  volatility: bigint | null,
  waitS: number,
  { factorPct, floorPpm, capPpm }: PremiumLimits,
): number {
  if (volatility === null) return capPpm;
  // The root of (factor · σ)² T. A root rounded up is that of the next integer.
  const factored = BigInt(factorPct) * volatility;
  const square = ceilDivide(
    factored * factored * BigInt(Math.max(0, Math.ceil(waitS))),
    WHOLE_PCT * WHOLE_PCT * YEAR_S,
  );
  const worth = ceilRoot(square);
  return worth >= BigInt(capPpm) ? capPpm : Math.min(capPpm, Math.max(floorPpm, Number(worth)));
}
