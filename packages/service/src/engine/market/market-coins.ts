import type { Catalogue } from '../../catalog/catalogue.ts';
import type { MarketCoin } from '../../market/judge-venues.ts';
import { MOST_COINS } from '../../market/venues/venue-times.ts';
import { neededCoins } from '../../pricing/needed-coins.ts';

/**
 * The coins of chains that are followed, switched on or not: one that is switched on has its price already. Those that are on
 * come first, so that what an exchange is not asked for any more is what nobody needs.
 */
export function marketCoins(catalogue: Pick<Catalogue, 'assets'>, small: readonly string[]): MarketCoin[] {
  const present = catalogue.assets.filter(({ isAbsent }) => isAbsent !== true);
  const stable = new Set(present.filter((asset) => asset.stable).map(({ abbr }) => abbr));
  const all = [...new Set(present.flatMap(({ abbr, chain }) => [abbr, chain.nativeAbbr]))].sort();
  const abbrs = [...new Set([...neededCoins(catalogue), ...all])];
  return abbrs.map((abbr) => ({ abbr, isStable: stable.has(abbr), isSmall: small.includes(abbr) }));
}

/** Whether other coins are to be watched than those. In which order does not matter, but for how many an exchange is asked. */
export function areOthers(coins: readonly MarketCoin[], watched: readonly MarketCoin[]): boolean {
  const [one, other] = [keyOf(coins), keyOf(watched)];
  return one !== other;
}

/** Those that exchanges are not asked for. */
export function beyondExchanges(coins: readonly MarketCoin[]): string[] {
  return coins.slice(MOST_COINS).map(({ abbr }) => abbr);
}

function keyOf(coins: readonly MarketCoin[]): string {
  const words = coins.map(({ abbr, isStable, isSmall }) => `${abbr} ${isStable} ${isSmall}`);
  return [...words.slice(0, MOST_COINS).sort(), '', ...words.slice(MOST_COINS).sort()].join();
}
