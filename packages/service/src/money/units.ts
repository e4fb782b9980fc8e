import { type Decimal, formatDecimal, powerOfTen } from '@swapdesk/contract';

export { ceilDivide, ceilPromised, floorPromised, PROMISED_DECIMALS, powerOfTen } from '@swapdesk/contract';

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
