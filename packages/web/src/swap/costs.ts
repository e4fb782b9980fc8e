import {
  Decimal,
  FIXED_DECIMALS,
  formatDecimal,
  PROMISED_DECIMALS,
  powerOfTen,
} from '@swapdesk/contract/plain';
import type { QuotedPart } from '../api/quote.ts';
import type { Quoted } from './live-quote.ts';

/** How what one receiver gets comes about, in the receive asset. The lines add up: worth − fee − premium − skew − network = gets. */
export interface Costs {
  /** What one of the source is worth. */
  readonly price: Decimal;
  /** What is exchanged for this receiver, in the source asset. */
  readonly part: Decimal;
  readonly worth: Decimal;
  readonly fee: Decimal;
  readonly feePercent: string;
  /** What holding the price costs. */
  readonly premium: Decimal;
  /** Null where that is nothing. */
  readonly premiumPercent: string | null;
  /** What it costs more because we are short of it; below 0: less. */
  readonly skew: Decimal;
  /** Null where that is nothing. */
  readonly skewPercent: string | null;
  readonly network: Decimal;
  readonly gets: Decimal;
}

/** The costs of one receiver's part of a quote. */
export function costsOf({ wish, source, quote }: Quoted, n: number): Costs {
  const entry = quote.entries[n] as QuotedPart;
  const share = wish.entries[n]?.share as Decimal;
  const price = ratio(quote.price, entry.price);
  const part = times(source, share);
  const decimals = Math.min(PROMISED_DECIMALS, wish.entries[n]?.asset.decimals as number);
  const worth = times(part, price).truncate(decimals);
  const network = ceil(entry.networkFee, decimals);
  const gets = entry.quantity.truncate(decimals);
  // What is left is the fee, and less than a unit of rounding.
  const premium = times(decimal(worth, -decimals), entry.premiumRate).truncate(decimals);
  const skew = times(decimal(worth, -decimals), entry.skewRate).truncate(decimals);
  const fee = worth - premium - skew - network - gets;
  return {
    price,
    part,
    worth: decimal(worth, -decimals),
    fee: decimal(fee, -decimals),
    feePercent: entry.feeRate.shift(2).toString(),
    premium: decimal(premium, -decimals),
    premiumPercent: premium === 0n ? null : entry.premiumRate.shift(2).toString(),
    skew: decimal(skew, -decimals),
    skewPercent: skew === 0n ? null : entry.skewRate.shift(2).toString(),
    network: decimal(network, -decimals),
    gets: decimal(gets, -decimals),
  };
}

/** What an amount is worth in USDT, to the cent. */
export function worthInUsdt(amount: Decimal, price: Decimal): Decimal {
  return decimal(times(amount, price).truncate(2), -2);
}

function times(a: Decimal, b: Decimal): Decimal {
  return decimal(a.coefficient * b.coefficient, a.exponent + b.exponent);
}

function ratio(a: Decimal, b: Decimal): Decimal {
  const top = a.truncate(FIXED_DECIMALS) * powerOfTen(FIXED_DECIMALS);
  return decimal(top / b.truncate(FIXED_DECIMALS), -FIXED_DECIMALS);
}

function ceil(amount: Decimal, decimals: number): bigint {
  const floor = amount.truncate(decimals);
  return decimal(floor, -decimals).compare(amount) < 0 ? floor + 1n : floor;
}

function decimal(coefficient: bigint, exponent: number): Decimal {
  return Decimal.parse(formatDecimal(coefficient, exponent)) as Decimal;
}
