import type { Catalogue } from '../catalog/catalogue.ts';

/** The coins that must have a price: those of assets that are switched on, and those that pay for their transfers. */
export function neededCoins({ assets }: Pick<Catalogue, 'assets'>): string[] {
  const on = assets.filter(
    ({ canSend, canReceive, isAbsent }) => (canSend || canReceive) && isAbsent !== true,
  );
  return [...new Set(on.flatMap(({ abbr, chain }) => [abbr, chain.nativeAbbr]))].sort();
}
