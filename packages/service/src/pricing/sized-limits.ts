import type { Ladder, Rung } from '../market/ladder.ts';
import { mostSold } from '../market/ladder-price.ts';
import { ONE } from '../money/fixed.ts';
import { ceilDivide, ceilPromised, floorPromised, powerOfTen } from '../money/units.ts';
import { leastChargePpm } from './charge.ts';
import { lastOf } from './edge.ts';
import { type FixedRoom, NO_CAPS } from './fixed-room.ts';
import {
  dearestPart,
  type LimitedEntry,
  type LimitedSource,
  leastAt,
  leastOf,
  mostPayable,
  type OrderLimits,
  orderLimits,
} from './limits.ts';
import {
  areSized,
  type QuotedCoin,
  type SizedEntry,
  type SizedPrices,
  sizedPrices,
  sourcePrice,
  unitsOf,
  WHOLE_PPM,
} from './sized-prices.ts';

type Source = LimitedSource & QuotedCoin;
type Entry = LimitedEntry & SizedEntry;

/**
 * The least and the most of the source that can be exchanged this way now, where prices depend on the size: the rules are those
 * of any exchange, each size judged at its own prices; and all of it must be on the ladders. Where the fee depends on the amount,
 * what can be paid is reckoned with the highest, and what the ladders give with the lowest: so both hold for any.
 */
export function sizedLimits(source: Source, entries: readonly Entry[], room = NO_CAPS): OrderLimits {
  if (!areSized(source, entries)) return orderLimits(source, entries, room);
  return { minUnits: sizedLeast(source, entries), maxUnits: sizedMost(source, entries, room) };
}

function sizedLeast(source: Source, entries: readonly Entry[]): bigint {
  const { decimals } = source.asset;
  const { ladder } = source;
  if (ladder === null) return ceilPromised(leastOf(source, entries), decimals);
  const last = unitsOf((ladder.bids.at(-1) as Rung).amount, decimals);
  // Beyond the ladder nothing is exchanged: what would be the least there is only said.
  const sold = { price: source.price, ladder, decimals };
  const priceOf = (units: bigint) => sourcePrice(sold, units < last ? units : last) ?? 1n;
  const dearest = dearestPart(source.asset, source.costValue, entries);
  const least = (units: bigint) => leastAt(source.asset, dearest, priceOf(units));
  const start = ceilPromised(source.asset.minUnits, decimals);
  if (start >= least(start)) return start;
  const end = ceilPromised(least(last), decimals);
  const step = ceilPromised(1n, decimals);
  const tooLittle = { holds: (units: bigint) => units < least(units), near: least, step };
  return lastOf(tooLittle, start, end > start ? end : start + step) + step;
}

function sizedMost(source: Source, entries: readonly Entry[], room: FixedRoom): bigint {
  const { asset } = source;
  const { decimals } = asset;
  const sized = { price: source.price, ladder: source.ladder, decimals };
  const most = (units: bigint) => {
    const { price, entries: prices } = sizedPrices(sized, units, entries) as SizedPrices;
    const each = entries.map(({ asset: to, share, costValue }, n) => ({
      asset: to,
      share,
      costValue,
      price: prices[n] as bigint,
    }));
    return mostPayable({ asset, price }, each, room);
  };
  const depth = depthOf(source, entries);
  const end = floorPromised(depth < asset.maxUnits ? depth : asset.maxUnits, decimals);
  if (end <= most(end)) return end;
  const fits = {
    holds: (units: bigint) => units <= most(units),
    near: most,
    step: ceilPromised(1n, decimals),
  };
  return lastOf(fits, 0n, end);
}

/**
 * The most for which every ladder has a price, and for all that is less. A part is rounded up by less than a unit of the source:
 * that is left free.
 */
function depthOf(source: Source, entries: readonly Entry[]): bigint {
  const { decimals } = source.asset;
  const { ladder, price } = source;
  const scale = powerOfTen(decimals);
  const whole = entries.reduce((sum, { share }) => sum + share, 0n);
  const best = ladder === null ? price : bestOf(ladder);
  const mosts = entries.flatMap(({ coin, ladder: asked }) => {
    if (asked === null) return [];
    const mine = entries.filter((entry) => entry.coin === coin);
    const kept = mine.reduce(
      (sum, each) => sum + each.share * (WHOLE_PPM - BigInt(leastChargePpm(each))),
      0n,
    );
    const rounded = entries.length === 1 ? 0n : ceilDivide(BigInt(mine.length) * best, scale);
    const bought = (asked.asks.at(-1) as Rung).value - rounded - 1n;
    if (bought <= 0n) return [0n];
    const value = (bought * whole * WHOLE_PPM) / kept;
    return [ladder === null ? (value * scale) / price : unitsOf(mostSold(ladder, value), decimals)];
  });
  if (ladder !== null) mosts.push(unitsOf((ladder.bids.at(-1) as Rung).amount, decimals));
  return mosts.reduce((least, each) => (each < least ? each : least));
}

/** No size has a better price than the smallest. */
function bestOf({ bids }: Ladder): bigint {
  const { value, amount } = bids[0] as Rung;
  return ceilDivide(value * ONE, amount);
}
