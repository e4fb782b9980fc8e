import { MESSAGE } from '@swapdesk/contract';
import type { Asset, Catalogue } from '../catalog/catalogue.ts';
import type { Settings } from '../catalog/settings.ts';
import { Refusal } from '../refusal.ts';
import type { Fuel } from './network-fee.ts';
import type { Freshness, Rates } from './rates.ts';

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

/** What an asset is worth, and the coin that pays for its transfers. */
export interface PricedAsset {
  readonly price: bigint;
  readonly fuel: Fuel;
}

/** An asset at prices of now; null unless it has one, and the coin that pays for its transfers. */
export function pricedNow(moment: Moment, asset: Asset): PricedAsset | null {
  const native = moment.catalogue.native(asset.chain);
  const [price, fuelPrice] = [priceOfNow(moment, asset), priceOfNow(moment, native)];
  return price === null || fuelPrice === null ? null : { price, fuel: { asset: native, price: fuelPrice } };
}

/** The same for whoever promises something: refuses to without prices. */
export function pricedToQuote(moment: Moment, asset: Asset): PricedAsset {
  const priced = pricedNow(moment, asset);
  if (priced === null) throw new Refusal(MESSAGE.busy);
  return priced;
}
