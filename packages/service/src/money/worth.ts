import { FIXED_DECIMALS } from './fixed.ts';
import { fromUnits, PROMISED_DECIMALS, powerOfTen } from './units.ts';

/** What so many units are worth in USDT, rounded down to 8 decimals. */
export function worthInUsdt(units: bigint, price: bigint, decimals: number): string {
  const value = (units * price) / powerOfTen(decimals + FIXED_DECIMALS - PROMISED_DECIMALS);
  return fromUnits(value, PROMISED_DECIMALS);
}
