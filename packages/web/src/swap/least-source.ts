import {
  Decimal,
  FEE_DECIMALS,
  FIXED_DECIMALS,
  formatDecimal,
  leastPart,
  rateOf,
} from '@swapdesk/contract/plain';
import type { Quote } from '../api/quote.ts';

/** How the two sides of an exchange count. */
export interface Sides {
  readonly fromDecimals: number;
  readonly toDecimals: number;
}

/** The least amount to send for which one receiver gets at least the wanted amount, at the prices and fees of a quote. */
export function leastSource(
  quote: Pick<Quote, 'price' | 'entries'>,
  { fromDecimals, toDecimals }: Sides,
  wanted: Decimal,
): Decimal {
  const [entry] = quote.entries;
  if (entry === undefined) throw new RangeError('a quote without a receiver');
  const rate = rateOf(
    { decimals: fromDecimals, price: quote.price.truncate(FIXED_DECIMALS) },
    { decimals: toDecimals, price: entry.price.truncate(FIXED_DECIMALS) },
    entry.feeRate.truncate(FEE_DECIMALS) +
      entry.skewRate.truncate(FEE_DECIMALS) +
      entry.premiumRate.truncate(FEE_DECIMALS),
  );
  const receiving = { decimals: toDecimals, networkFeeUnits: entry.networkFee.truncate(toDecimals) };
  const units = leastPart(ceilUnits(wanted, toDecimals), rate, receiving, fromDecimals);
  return decimalOf(units, -fromDecimals);
}

/** An amount in base units, rounded up. */
function ceilUnits(amount: Decimal, decimals: number): bigint {
  const units = amount.truncate(decimals);
  return amount.compare(decimalOf(units, -decimals)) > 0 ? units + 1n : units;
}

function decimalOf(coefficient: bigint, exponent: number): Decimal {
  return Decimal.parse(formatDecimal(coefficient, exponent)) as Decimal;
}
