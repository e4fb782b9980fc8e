import { FEE_DECIMALS } from '@swapdesk/contract';
import type { Ladder } from '../market/ladder.ts';
import { buyPrice, sellPrice } from '../market/ladder-price.ts';
import { ONE } from '../money/fixed.ts';
import { splitter } from '../money/split.ts';
import { ceilDivide, powerOfTen } from '../money/units.ts';
import { remember } from '../remember.ts';
import { type Charged, chargePpm } from './charge.ts';

/** A coin as it is quoted: by its ladder where a market gives one, else at its price, however much it is. */
export interface QuotedCoin {
  readonly price: bigint;
  readonly ladder: Ladder | null;
}

export interface SizedSource extends QuotedCoin {
  readonly decimals: number;
}

export interface SizedEntry extends QuotedCoin, Charged {
  /** Entries of the same coin, on whatever chain, are bought together. */
  readonly coin: string;
  readonly share: bigint;
}

/** What an exchange of one size is done at. */
export interface SizedPrices {
  readonly price: bigint;
  readonly entries: readonly bigint[];
  /** What of the source each entry is paid from. */
  readonly parts: readonly bigint[];
}

export const WHOLE_PPM = powerOfTen(FEE_DECIMALS);

/** Whether the size matters at all. */
export function areSized(source: QuotedCoin, entries: readonly QuotedCoin[]): boolean {
  return source.ladder !== null || entries.some(({ ladder }) => ladder !== null);
}

/**
 * The prices of an exchange of so many units: what is sent at what selling all of it brings, each received coin at what buying
 * it costs for all that is left of its parts after fees. Null where a ladder does not reach that far.
 */
export function sizedPrices(
  source: SizedSource,
  units: bigint,
  entries: readonly SizedEntry[],
): SizedPrices | null {
  const price = sourcePrice(source, units);
  if (price === null) return null;
  const { splitUnits, firsts, kept, isEachAlone } = shapeOf(entries);
  const parts = splitUnits(units);
  const scale = powerOfTen(source.decimals + FEE_DECIMALS);
  const scaleLessOne = scale - 1n;
  const spent = parts.map((part, n) => part * (kept[n] as bigint));
  if (!isEachAlone)
    spent.forEach((value, n) => {
      const first = firsts[n] as number;
      if (first < n) spent[first] = (spent[first] as bigint) + value;
    });
  const prices: bigint[] = [];
  for (let n = 0; n < entries.length; n++) {
    const { ladder, price: any } = entries[n] as SizedEntry;
    const first = firsts[n] as number;
    if (ladder === null || first < n) {
      prices.push(ladder === null ? any : (prices[first] as bigint));
      continue;
    }
    // As ceilDivide, whose second step is the same for all.
    const bought = buyPrice(ladder, atLeastOne(((spent[n] as bigint) * price + scaleLessOne) / scale));
    if (bought === null) return null;
    prices.push(bought);
  }
  return { price, entries: prices, parts };
}

/** What does not depend on the size: how it is split, of each entry the first of its coin, and what is kept after charges. */
const shapeOf = remember((entries: readonly SizedEntry[]) => ({
  splitUnits: splitter(entries.map(({ share }) => share)),
  isEachAlone: new Set(entries.map(({ coin }) => coin)).size === entries.length,
  firsts: entries.map(({ coin }) => entries.findIndex((entry) => entry.coin === coin)),
  kept: entries.map((entry) => WHOLE_PPM - BigInt(chargePpm(entry))),
}));

/** What each coin of the source brings when so many units are sold; null where its ladder does not reach that far. */
export function sourcePrice({ price, ladder, decimals }: SizedSource, units: bigint): bigint | null {
  if (ladder === null) return price;
  // A price of nothing is none.
  return sellPrice(ladder, atLeastOne(amountOf(units, decimals))) || null;
}

/** Base units as an amount that counts 10^-18, as ladders do, rounded up. */
export function amountOf(units: bigint, decimals: number): bigint {
  return ceilDivide(units * ONE, powerOfTen(decimals));
}

/** The same turned round, rounded down. */
export function unitsOf(amount: bigint, decimals: number): bigint {
  return (amount * powerOfTen(decimals)) / ONE;
}

/** No size has no average: what is nothing is priced as the least there is. */
function atLeastOne(size: bigint): bigint {
  return size > 0n ? size : 1n;
}
