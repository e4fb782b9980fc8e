import { powerOfTen } from './decimal.ts';
import { ceilDivide, ceilPromised, floorPromised } from './promised.ts';

/**
 * The formula of the interface, for whoever quotes and whoever reckons with a quote:
 *
 *     receives = floor8( part × source price ÷ receive price × (1 − fee) − network fee )
 *
 * In integers: amounts are base units, prices count 10^-18, fees millionths. The prices are those of the whole amount where
 * they depend on it. The fee is all that is charged of a part: the service fee, what is dearer because the treasury lacks it,
 * what a fixed price costs, and what a partner puts on top.
 */

/** Of prices and ratios. */
export const FIXED_DECIMALS = 18;
/** Of service fees. */
export const FEE_DECIMALS = 6;

const WHOLE = powerOfTen(FEE_DECIMALS);

/** One side of an exchange: how an asset counts, and what it is worth. */
export interface Side {
  readonly decimals: number;
  /** In USDT, counted in 10^-18. */
  readonly price: bigint;
}

/** What a unit of the source is worth in units of an entry, after the service fee: an exact fraction. */
export interface Rate {
  readonly top: bigint;
  readonly bottom: bigint;
}

export function rateOf(source: Side, entry: Side, feePpm: number | bigint): Rate {
  return rateAt(conversionOf(source.decimals, entry.decimals, feePpm), source.price, entry.price);
}

/** As much of a rate as does not depend on prices: how both assets count, and the fee. */
export function conversionOf(sourceDecimals: number, decimals: number, feePpm: number | bigint): Rate {
  const kept = WHOLE - BigInt(feePpm);
  // What both have of powers of ten is left out: smaller numbers are divided sooner.
  const places = decimals - sourceDecimals;
  return places >= 0
    ? { top: powerOfTen(places) * kept, bottom: WHOLE }
    : { top: kept, bottom: powerOfTen(-places) * WHOLE };
}

export function rateAt({ top, bottom }: Rate, sourcePrice: bigint, price: bigint): Rate {
  return { top: sourcePrice * top, bottom: price * bottom };
}

/** What a part of the source gives at a rate, rounded down to the unit: before the network fee. */
export function atRate(part: bigint, { top, bottom }: Rate): bigint {
  return (part * top) / bottom;
}

/** How an entry's asset counts, and what its transfer costs. */
export interface Receiving {
  readonly decimals: number;
  readonly networkFeeUnits: bigint;
}

/** What an entry receives for a part of the source. Never negative. */
export function receivedUnits(part: bigint, rate: Rate, { decimals, networkFeeUnits }: Receiving): bigint {
  const gross = atRate(part, rate);
  return gross <= networkFeeUnits ? 0n : floorPromised(gross - networkFeeUnits, decimals);
}

/** The formula turned round: the least part, of those that can be promised, for which an entry receives so much. */
export function leastPart(
  wantedUnits: bigint,
  { top, bottom }: Rate,
  { decimals, networkFeeUnits }: Receiving,
  sourceDecimals: number,
): bigint {
  const gross = ceilPromised(wantedUnits, decimals) + networkFeeUnits;
  return ceilPromised(ceilDivide(gross * bottom, top), sourceDecimals);
}
