import { ceilRoot } from '../money/root.ts';
import { ceilDivide } from '../money/units.ts';
import type { PremiumLimits } from './premium-limits.ts';

const YEAR_S = 365n * 86_400n;

/**
 * What it is worth to whoever has a fixed price that they may take it or leave it for so many seconds: an option at the
 * money, 0.4 · σ · √T of the amount, in millionths, rounded up, never below the floor nor above the cap. The volatility is
 * millionths a year; null: unknown, the cap counts.
 */
export function premiumPpm(
  volatility: bigint | null,
  waitS: number,
  { floorPpm, capPpm }: PremiumLimits,
): number {
  if (volatility === null) return capPpm;
  // The root of (0.4 σ)² T: 0.4² is 4 of 25. A root rounded up is that of the next integer.
  const square = ceilDivide(
    4n * volatility * volatility * BigInt(Math.max(0, Math.ceil(waitS))),
    25n * YEAR_S,
  );
  const worth = ceilRoot(square);
  return worth >= BigInt(capPpm) ? capPpm : Math.min(capPpm, Math.max(floorPpm, Number(worth)));
}
