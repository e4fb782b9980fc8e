import { powerOfTen } from '../money/units.ts';

/** What units are worth at a price, in 10^-18 USDT, rounded towards zero: what is undone at the same price leaves nothing. */
export function worthAt(units: bigint, price: bigint, decimals: number): bigint {
  return (units * price) / powerOfTen(decimals);
}
