import type { Asset } from '../catalog/catalogue.ts';
import { transferCostUnits } from './network-fee.ts';
import type { Market } from './terms.ts';

/** What it costs to give some of an asset back, in its own units; null without fresh prices. */
export function refundFee(assetId: number, { catalogue, rates, settings, now }: Market): bigint | null {
  const priceOf = (abbr: string) => rates.find(abbr, { now, maxAgeS: settings.price_max_age_s });
  const asset = catalogue.get(assetId);
  const native = catalogue.native(asset.chain);
  const [price, fuelPrice] = [priceOf(asset.abbr), priceOf(native.abbr)];
  if (price === null || fuelPrice === null) return null;
  return transferCostUnits(asset, price, { asset: native, price: fuelPrice });
}

/** The least that is given back: less could not be paid. */
export function leastRefund({ dustUnits }: Asset): bigint {
  return dustUnits;
}

/** Whether something is worth its network fee: enough is left of it to be paid. */
export function isWorthRefunding(asset: Asset, units: bigint, feeUnits: bigint): boolean {
  return units - feeUnits >= leastRefund(asset);
}
