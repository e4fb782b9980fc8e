import { ONE } from '../../money/fixed.ts';
import type { PlannedTrade } from '../../trades/trade.ts';
import type { MarketRules } from '../../trades/trading-venue.ts';

const MILLION = 1_000_000n;
/** What a venue may take as its fee, at most: that much USDT is left over when we buy. */
export const FEE_PPM = 10_000n;

/** What trades are bounded by, as operators have set it. Values are USDT in 10^-18. */
export interface TradeLimits {
  /** Less than this is left as it is. */
  readonly leastValue: bigint;
  /** The most that one trade comes to. */
  readonly mostValue: bigint;
  /** What may still be traded today. */
  readonly leftToday: bigint;
  /** How much worse than the markets' price it may be filled, in millionths. */
  readonly slipPpm: number;
}

/** What one coin needs. In 10^-18. */
export interface Exposure {
  readonly abbr: string;
  /** What the desk is long (+) or short (-) of. */
  readonly units: bigint;
  /** The middle of the markets. */
  readonly price: bigint;
}

/** What a venue holds for us. In 10^-18. */
export interface Funds {
  readonly coin: bigint;
  readonly usdt: bigint;
}

/** True if it is enough to be traded. */
export function isEnough({ units, price }: Exposure, leastValue: bigint): boolean {
  return units !== 0n && worthOf(abs(units), price) >= leastValue;
}

/**
 * The trade that brings a coin back to where it was, as far as limits, funds and the venue's rules allow; or why there is none,
 * in words. Amounts are rounded down, and the limit to the price that is better for us. Pure.
 */
export function planAt(
  venue: string,
  exposure: Exposure,
  rules: MarketRules,
  funds: Funds,
  limits: TradeLimits,
): PlannedTrade | string {
  const { abbr, units, price } = exposure;
  const side = units > 0n ? 'sell' : 'buy';
  const limitPrice = limitOf(side, price, limits.slipPpm, rules.priceStep);
  if (limitPrice <= 0n) return `${venue} counts prices of ${abbr} too coarsely`;
  const cap = min(limits.mostValue, limits.leftToday);
  if (cap < limits.leastValue) return 'as much as may be traded in a day has been (setting hedge_day_usdt)';
  const wanted = min(abs(units), (cap * ONE) / max(limitPrice, price));
  const affordable = side === 'sell' ? funds.coin : boughtWith(funds.usdt, limitPrice);
  const amount = floorTo(min(wanted, affordable), rules.amountStep);
  if (worthOf(amount, price) < limits.leastValue && affordable < wanted)
    return `${venue} holds too little ${side === 'sell' ? abbr : 'USDT'} for us`;
  if (amount <= 0n || amount < rules.leastAmount || worthOf(amount, limitPrice) < rules.leastValue)
    return `it is less than ${venue} trades`;
  return { venue, abbr, side, amount, limitPrice, reference: price, exposure: units };
}

/** Never beyond so much from the middle of the markets: whatever a venue says, it cannot fill us elsewhere. */
function limitOf(side: 'buy' | 'sell', price: bigint, slipPpm: number, step: bigint): bigint {
  const slip = BigInt(slipPpm);
  if (side === 'buy') return floorTo((price * (MILLION + slip)) / MILLION, step);
  const least = price * (MILLION - slip);
  return ceilTo((least + MILLION - 1n) / MILLION, step);
}

function boughtWith(usdt: bigint, price: bigint): bigint {
  return usdt <= 0n ? 0n : (usdt * ONE * MILLION) / (price * (MILLION + FEE_PPM));
}

function worthOf(amount: bigint, price: bigint): bigint {
  return (amount * price) / ONE;
}

function floorTo(value: bigint, step: bigint): bigint {
  return value <= 0n ? 0n : value - (value % step);
}

function ceilTo(value: bigint, step: bigint): bigint {
  return floorTo(value + step - 1n, step);
}

const abs = (value: bigint) => (value < 0n ? -value : value);
const max = (a: bigint, b: bigint) => (a > b ? a : b);
const min = (a: bigint, b: bigint) => (a < b ? a : b);
