import type { Asset } from '../catalog/catalogue.ts';
import { fromUnits } from '../money/units.ts';

/** What people call an asset. */
export function nameOf({ chain, abbr }: Asset): string {
  return `${chain.name} ${abbr}`;
}

export function amount(asset: Asset, units: bigint): string {
  return `${fromUnits(units, asset.decimals)} ${asset.abbr}`;
}
