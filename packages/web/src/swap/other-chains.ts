import type { Asset } from '../api/assets.ts';

/** More buttons than these are no help. */
const MOST_OFFERS = 3;

/**
 * What could be received at an address that is one of other chains: the same coin there; where no such chain has that,
 * the first coin of each chain, which is its own.
 */
export function offersFor(
  assets: readonly Asset[],
  wanted: Pick<Asset, 'abbr'>,
  chains: readonly string[],
): readonly Asset[] {
  const there = assets.filter(({ canReceive, chain }) => canReceive && chains.includes(chain));
  const same = there.filter(({ abbr }) => abbr === wanted.abbr);
  const firsts = there.filter((asset) => there.find(({ chain }) => chain === asset.chain) === asset);
  return (same.length > 0 ? same : firsts).slice(0, MOST_OFFERS);
}
