import { MESSAGE } from '@swapdesk/contract';
import type { Asset, Catalogue, Mode } from '../catalog/catalogue.ts';
import type { Settings } from '../catalog/settings.ts';
import type { Ladder } from '../market/ladder.ts';
import { Refusal } from '../refusal.ts';
import type { Fuel } from './network-fee.ts';
import type { Freshness, Price, Rates } from './rates.ts';

/** Catalogue, prices and settings as they are at one time. */
export interface Moment {
  readonly catalogue: Catalogue;
  readonly rates: Rates;
  readonly settings: Settings;
  /** Unix seconds. */
  readonly now: number;
}

/** What counts as a price of now. */
export function freshnessOf({ settings, now }: Pick<Moment, 'settings' | 'now'>): Freshness {
  return { now, maxAgeS: settings.price_max_age_s };
}

/** The coin's price now; null if there is none that is young enough and trusted. */
export function priceOfNow(moment: Moment, { abbr }: Pick<Asset, 'abbr'>): bigint | null {
  return moment.rates.find(abbr, freshnessOf(moment));
}

/** What is known of the coin's price now; null if there is none that is young enough and trusted for the mode. */
export function quotedNow(moment: Moment, { abbr }: Pick<Asset, 'abbr'>, mode: Mode): Price | null {
  return moment.rates.quoted(abbr, freshnessOf(moment), mode);
}

/**
 * Whether nobody could know the coin's price at that moment: it is a later one by its source, which may say the same again, and no
 * jump waits to be confirmed, in which the next price is known before it counts.
 */
export function isPricedAfter({ rates }: Moment, { abbr }: Pick<Asset, 'abbr'>, moment: number): boolean {
  const price = rates.last(abbr);
  if (price === undefined || price.at <= moment) return false;
  return ![price.stop, price.floatStop, price.fixedStop].includes('jump');
}

/** What an asset is worth, and the coin that pays for its transfers. */
export interface PricedAsset {
  readonly price: bigint;
  /** What it is sold and bought for by size; null: at its price, however much it is. */
  readonly ladder: Ladder | null;
  /** What a fixed price of it costs, in millionths; 0 in float. */
  readonly premiumPpm: number;
  readonly fuel: Fuel;
}

/**
 * An asset at prices of now; null unless it has one that is good for the mode, and the coin that pays for its transfers has
 * any: of that only the network fee follows.
 */
export function pricedNow(moment: Moment, asset: Asset, mode: Mode = 'float'): PricedAsset | null {
  const native = moment.catalogue.native(asset.chain);
  const price = quotedNow(moment, asset, mode);
  const fuelPrice = priceOfNow(moment, native);
  if (price === null || fuelPrice === null) return null;
  return {
    price: price.value,
    ladder: price.ladder ?? null,
    premiumPpm: mode === 'fixed' ? (price.premiumPpm ?? 0) : 0,
    fuel: { asset: native, price: fuelPrice },
  };
}

/** The same for whoever promises something: refuses to without prices. */
export function pricedToQuote(moment: Moment, asset: Asset, mode: Mode): PricedAsset {
  const priced = pricedNow(moment, asset, mode);
  if (priced === null) throw new Refusal(MESSAGE.busy);
  return priced;
}
