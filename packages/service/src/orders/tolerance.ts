import type { Settings } from '../catalog/settings.ts';
import { earnedPpm } from '../pricing/charge.ts';
import type { Terms } from '../pricing/terms.ts';

/**
 * How far from what was agreed may come to a fixed order that is paid as agreed. Never more than the least that is earned of any
 * entry: whoever always sends as little as is forgiven would else be paid for it.
 */
export function toleranceUnits(
  { units, entries }: Pick<Terms, 'units' | 'entries'>,
  { tolerance_ppm }: Pick<Settings, 'tolerance_ppm'>,
): bigint {
  const ppm = Math.min(tolerance_ppm, ...entries.map(earnedPpm));
  return (units * BigInt(ppm)) / 1_000_000n;
}
