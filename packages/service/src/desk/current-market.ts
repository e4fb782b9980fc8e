import type { Clock } from '../clock.ts';
import type { Memory } from '../memory.ts';
import { AskedBefore } from '../pricing/asked-before.ts';
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
    const isSameDesk =
      market?.catalogue === catalogue && market.settings === settings && market.fees === fees;
    if (market === undefined || !isSameDesk)
      market = { catalogue, rates, settings, fees, now, memo: new AskedBefore() };
    // What is remembered knows by itself which prices it holds for.
    else if (market.rates !== rates) market = { ...market, rates, now };
    else if (market.now !== now) market = { ...market, now };
    return market;
  };
}
