import { type Decimal, QUOTE_LIFETIME_S } from '@swapdesk/contract';
import type { Mode } from '../catalog/catalogue.ts';
import type { Settings } from '../catalog/settings.ts';
import { ceilRoot } from '../money/root.ts';
import { ceilDivide } from '../money/units.ts';
import { fixedWaitS } from './fixed-wait.ts';

/** For how many seconds a fixed price is to hold, as whoever asks wants it; as long as any other if they do not say. */
export function holdOf({ exchange_mode, hold_s }: { exchange_mode: Mode; hold_s?: Decimal }): number {
  return (exchange_mode === 'fixed' && hold_s?.toInteger()) || QUOTE_LIFETIME_S;
}

/**
 * What is charged for a price that holds for so long, of what is charged for the usual time: it grows as the root of all the time
 * in which the price may be taken or left. In millionths, rounded up. What capped the one for the usual time caps no more.
 */
export function heldPremiumPpm(usualPpm: number, holdS: number, settings: Settings): number {
  const longer = holdS - QUOTE_LIFETIME_S;
  if (longer <= 0) return usualPpm;
  const waitS = BigInt(fixedWaitS(settings));
  const square = BigInt(usualPpm) ** 2n * (waitS + BigInt(longer));
  return Number(ceilRoot(ceilDivide(square, waitS)));
}
