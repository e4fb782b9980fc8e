import { powerOfTen } from './decimal.ts';

/** What the service promises is rounded to this many decimals, or to the asset's own if it has fewer. */
export const PROMISED_DECIMALS = 8;

/** The largest promisable amount that is not above this one, in base units. */
export function floorPromised(units: bigint, decimals: number): bigint {
  return decimals > PROMISED_DECIMALS ? units - (units % promisedStep(decimals)) : units;
}

/** The smallest promisable amount that is not below this one, in base units. */
export function ceilPromised(units: bigint, decimals: number): bigint {
  const step = promisedStep(decimals);
  return ceilDivide(units, step) * step;
}

/** Division of non-negative integers, rounded up. */
export function ceilDivide(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}

/** How many base units make the smallest promisable step. */
function promisedStep(decimals: number): bigint {
  return decimals > PROMISED_DECIMALS ? powerOfTen(decimals - PROMISED_DECIMALS) : 1n;
}
