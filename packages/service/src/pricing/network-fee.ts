import type { Asset } from '../catalog/catalogue.ts';
import { ceilDivide, powerOfTen } from '../money/units.ts';

/** The coin that pays for an asset's transfers, at its price. */
export interface Fuel {
  readonly asset: Asset;
  readonly price: bigint;
}

/** What one transfer of the asset costs in USDT, counted in 10^-18, rounded up. */
export function transferCostValue(asset: Asset, fuel: Fuel): bigint {
  return ceilDivide(asset.transferCost * fuel.price, powerOfTen(fuel.asset.decimals));
}

/** What one transfer of the asset costs in units of that asset, rounded up. */
export function transferCostUnits(asset: Asset, price: bigint, fuel: Fuel): bigint {
  return ceilDivide(
    asset.transferCost * fuel.price * powerOfTen(asset.decimals),
    price * powerOfTen(fuel.asset.decimals),
  );
}
