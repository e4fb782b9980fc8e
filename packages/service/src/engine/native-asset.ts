import type { Asset } from '../catalog/catalogue.ts';
import type { Chain } from '../chains/chain.ts';
import type { Market } from '../pricing/terms.ts';

/** The coin in which a chain's fees are paid. */
export function nativeAsset({ catalogue }: Market, { id }: Chain): Asset {
  const asset = catalogue.assets.find(({ chain, abbr }) => chain.id === id && abbr === chain.nativeAbbr);
  if (asset === undefined) throw new Error(`chain ${id} lacks its native coin`);
  return asset;
}
