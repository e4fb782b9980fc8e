import type { Asset } from '../catalog/catalogue.ts';
import { transferCostUnits } from './network-fee.ts';
import { type Moment, pricedNow } from './prices-of-now.ts';

/**
 * What it costs to give some of an asset back, in its own units; null without fresh prices. A coin that pays for its own transfers
 * needs none, so that what came can be given back however long the coin is stopped.
 */
export function refundFee(assetId: number, moment: Moment): bigint | null {
  const asset = moment.catalogue.get(assetId);
  if (moment.catalogue.native(asset.chain).id === asset.id) return asset.transferCost;
  const priced = pricedNow(moment, asset);
  return priced === null ? null : transferCostUnits(asset, priced.price, priced.fuel);
}

/** The least that is given back: less could not be paid. */
export function leastRefund({ dustUnits }: Asset): bigint {
  return dustUnits;
}

/** Whether something is worth its network fee: enough is left of it to be paid. */
export function isWorthRefunding(asset: Asset, units: bigint, feeUnits: bigint): boolean {
  return units - feeUnits >= leastRefund(asset);
}
