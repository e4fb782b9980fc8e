import type { MarketVerdict } from './judge-market.ts';
import type { MarketLimits } from './market-limits.ts';

/**
 * Until when a verdict counts in a mode if nothing more is heard, Unix milliseconds: as long as enough venues are young enough by
 * their own times. Null: it is stopped. A time ahead of ours buys nothing.
 */
export function holdsUntil(
  verdict: MarketVerdict,
  mode: 'float' | 'fixed',
  { floatVenues, fixedVenues, floatStaleS, fixedStaleS }: MarketLimits,
): number | null {
  if (verdict[mode] !== 'ok') return null;
  const [venues, staleS] = mode === 'fixed' ? [fixedVenues, fixedStaleS] : [floatVenues, floatStaleS];
  const out = new Set(verdict.leftOut.map(({ venue }) => venue));
  const times = verdict.seen
    .filter(({ book }) => !out.has(book.venue))
    .map(({ book }) => Math.min(book.at, verdict.at))
    .sort((a, b) => b - a);
  const last = times[venues - 1];
  return last === undefined ? null : last + staleS * 1_000;
}
