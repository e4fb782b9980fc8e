import type { Catalogue } from '../catalog/catalogue.ts';
import type { Settings } from '../catalog/settings.ts';
import { isFrozen, type WatchedPrice } from '../pricing/judge-price.ts';
import { neededCoins } from '../pricing/needed-coins.ts';
import { freshnessOf } from '../pricing/prices-of-now.ts';
import { type NoQuote, whyNoQuote } from '../pricing/rates.ts';

/** How the price of a coin is. */
export interface CoinPrice {
  readonly abbr: string;
  readonly price: WatchedPrice | null;
  /** Why the coin cannot be quoted at all; null: it can. */
  readonly noQuote: NoQuote | null;
  /** Why it cannot be quoted at a fixed price. */
  readonly noFixed: NoQuote | null;
  /** It has stood still for too long, whether or not that stops it. */
  readonly isFrozen: boolean;
  /** False: it is of no asset that is switched on, so nobody misses it. */
  readonly isNeeded: boolean;
}

/** Every coin that needs a price or has one, by name. */
export function coinPrices(
  prices: readonly WatchedPrice[],
  catalogue: Pick<Catalogue, 'assets'>,
  settings: Settings,
  now: number,
): CoinPrice[] {
  const freshness = freshnessOf({ settings, now });
  const needed = new Set(neededCoins(catalogue));
  const stable = new Set(catalogue.assets.filter((asset) => asset.stable).map(({ abbr }) => abbr));
  const known = new Map(prices.map((price) => [price.abbr, price]));
  return [...new Set([...needed, ...known.keys()])].sort().map((abbr) => {
    const price = known.get(abbr);
    return {
      abbr,
      price: price ?? null,
      noQuote: whyNoQuote(price, freshness),
      noFixed: whyNoQuote(price, freshness, 'fixed'),
      isFrozen: price !== undefined && isFrozen(price, settings.price_frozen_s, stable.has(abbr)),
      isNeeded: needed.has(abbr),
    };
  });
}
