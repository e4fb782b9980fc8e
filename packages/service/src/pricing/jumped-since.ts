import { areApart } from './judge-price.ts';
import type { Market, Terms } from './terms.ts';

/**
 * Whether a coin's price is further from the one that was quoted than it may jump. That stops the coin until somebody has confirmed it; a
 * quote can outlive that, and would be the one thing that is still to be had at the price from before.
 */
export function hasJumpedSince({ from, price, entries }: Terms, { rates, settings }: Market): boolean {
  const { price_jump_ppm: jumpPpm } = settings;
  const isFar = (abbr: string, quoted: bigint) => {
    const now = rates.last(abbr)?.value;
    return now !== undefined && areApart(now, quoted, jumpPpm);
  };
  return (
    jumpPpm > 0 && (isFar(from.abbr, price) || entries.some((entry) => isFar(entry.asset.abbr, entry.price)))
  );
}
