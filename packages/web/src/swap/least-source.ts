import { Decimal, formatDecimal, powerOfTen } from '@swapdesk/contract/plain';
import type { Quote } from '../api/quote.ts';
import { PROMISED_DECIMALS } from '../design/amounts.ts';

const PRICE_DECIMALS = 18;
const RATE_DECIMALS = 6;

/** How the two sides of an exchange count. */
export interface Sides {
  readonly fromDecimals: number;
  readonly toDecimals: number;
}

/**
 * The least amount to send for which one receiver gets at least the wanted amount, at the prices and fees of a quote.
 * The service pays
 *
 *     floor8( sent × source price ÷ receive price × (1 − fee) − network fee )
 *
 * and this is that formula turned round, in integers, rounded up.
 */
export function leastSource(
  quote: Pick<Quote, 'price' | 'entries'>,
  { fromDecimals, toDecimals }: Sides,
  wanted: Decimal,
): Decimal {
  const [entry] = quote.entries;
  if (entry === undefined) throw new RangeError('a quote without a receiver');
  const wantedUnits = ceilUnits(wanted, toDecimals);
  const networkUnits = entry.networkFee.truncate(toDecimals);
  const kept = powerOfTen(RATE_DECIMALS) - entry.feeRate.truncate(RATE_DECIMALS);
  const top = quote.price.truncate(PRICE_DECIMALS) * powerOfTen(toDecimals) * kept;
  const bottom = entry.price.truncate(PRICE_DECIMALS) * powerOfTen(fromDecimals) * powerOfTen(RATE_DECIMALS);
  const units = ceilDivide((wantedUnits + networkUnits) * bottom, top);
  return fromSteps(ceilDivide(units, stepUnits(fromDecimals)), fromDecimals);
}

/** What can be promised at least as much as this, in base units. */
function ceilUnits(amount: Decimal, decimals: number): bigint {
  const step = stepUnits(decimals);
  const units = amount.truncate(decimals);
  const isCut = amount.compare(decimalOf(units, -decimals)) > 0;
  return ceilDivide(units + (isCut ? 1n : 0n), step) * step;
}

/** How many base units make the smallest amount that is counted. */
function stepUnits(decimals: number): bigint {
  return powerOfTen(Math.max(0, decimals - PROMISED_DECIMALS));
}

function fromSteps(steps: bigint, decimals: number): Decimal {
  return decimalOf(steps, -Math.min(decimals, PROMISED_DECIMALS));
}

function decimalOf(coefficient: bigint, exponent: number): Decimal {
  return Decimal.parse(formatDecimal(coefficient, exponent)) as Decimal;
}

function ceilDivide(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}
