import type { Clock } from '../clock.ts';
import type { Memory } from '../memory.ts';
import type { Market } from '../pricing/terms.ts';

/** The market as it is now: one object for as long as nothing of it changes, a second at most. Its memo lasts longer. */
export function currentMarket(memory: Memory, clock: Clock): () => Market {
  let market: Market | undefined;
  return () => {
    const now = clock();
    const catalogue = memory.catalogue();
    const rates = memory.rates();
    const settings = memory.settings();
    const fees = memory.fees();
    const isCurrent =
      market?.catalogue === catalogue &&
      market.rates === rates &&
      market.settings === settings &&
      market.fees === fees;
    if (market === undefined || !isCurrent)
      market = { catalogue, rates, settings, fees, now, memo: new Map() };
    else if (market.now !== now) market = { ...market, now };
    return market;
  };
}
