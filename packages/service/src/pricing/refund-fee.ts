import type { Asset } from '../catalog/catalogue.ts';
import { ceilDivide } from '../money/units.ts';
import { transferCostUnits } from './network-fee.ts';
import { type Moment, priceOfNow } from './prices-of-now.ts';
import { CLOCK_SKEW_S } from './rates.ts';

/** A last good price that is older says nothing any more of what a transfer costs. */
const LAST_PRICE_S = 86_400;
/** At a last price a refund costs a quarter more: who knows what either coin is worth now. */
const [MORE, OF] = [5n, 4n];

/**
 * What it costs to give some of an asset back, in its own units. A coin that pays for its own transfers needs no price. A token
 * whose price, or whose fuel's, is stopped or old is given back at the last good one: only the fee follows from it, and who is
 * owed something need not wait for a market. Null: there is none of the last day.
 */
export function refundFee(assetId: number, moment: Moment): bigint | null {
  const asset = moment.catalogue.get(assetId);
  const native = moment.catalogue.native(asset.chain);
  if (native.id === asset.id) return asset.transferCost;
  const price = priceOfNow(moment, asset) ?? lastPrice(moment, asset);
  const fuelPrice = priceOfNow(moment, native) ?? lastPrice(moment, native);
  if (price === null || fuelPrice === null) return null;
  const fee = transferCostUnits(asset, price, { asset: native, price: fuelPrice });
  return isFeeOfNow(assetId, moment) ? fee : ceilDivide(fee * MORE, OF);
}

/** Whether what it costs follows from prices of now. By a last one nothing is kept as not worth its fee: it waits. */
export function isFeeOfNow(assetId: number, moment: Moment): boolean {
  const asset = moment.catalogue.get(assetId);
  const native = moment.catalogue.native(asset.chain);
  if (native.id === asset.id) return true;
  return priceOfNow(moment, asset) !== null && priceOfNow(moment, native) !== null;
}

function lastPrice({ rates, now }: Moment, { abbr }: Pick<Asset, 'abbr'>): bigint | null {
  const last = rates.last(abbr);
  if (last === undefined || now - last.at > LAST_PRICE_S || last.at - now > CLOCK_SKEW_S) return null;
  return last.value;
}

/** Whether nobody can decide about giving something back, as prices are now: it is not worth its network fee. */
export function isTooLittleToReturn(assetId: number, units: bigint, moment: Moment): boolean {
  const fee = refundFee(assetId, moment);
  if (fee === null || !isFeeOfNow(assetId, moment)) return false;
  return !isWorthRefunding(moment.catalogue.get(assetId), units, fee);
}

/** The least that is given back: less could not be paid. */
export function leastRefund({ dustUnits }: Asset): bigint {
  return dustUnits;
}

/** Whether something is worth its network fee: enough is left of it to be paid. */
export function isWorthRefunding(asset: Asset, units: bigint, feeUnits: bigint): boolean {
  return units - feeUnits >= leastRefund(asset);
}
