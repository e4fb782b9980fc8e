import { type Decimal, formatDecimal, powerOfTen } from '@swapdesk/contract';

export { powerOfTen };

/** What the service promises is rounded to this many decimals, or to the asset's own if it has fewer. */
export const PROMISED_DECIMALS = 8;

/** An exact decimal text as base units, rounded towards zero. */
export function toUnits(value: Decimal, decimals: number): bigint {
  return value.truncate(decimals);
}

/** An exact decimal as base units; null if it has more decimals than the units have. */
export function toExactUnits(value: Decimal, decimals: number): bigint | null {
  const { coefficient, exponent } = value.shift(decimals);
  const isExact = exponent >= 0 || coefficient % powerOfTen(-exponent) === 0n;
  return isExact ? value.truncate(decimals) : null;
}

/** Base units as exact decimal text, ready for the wire. */
export function fromUnits(units: bigint, decimals: number): string {
  return formatDecimal(units, -decimals);
}

/** The largest promisable amount that is not above this one. */
export function floorPromised(units: bigint, decimals: number): bigint {
  return units - (units % promisedStep(decimals));
}

/** The smallest promisable amount that is not below this one. */
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
