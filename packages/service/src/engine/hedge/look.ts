import type { Settings } from '../../catalog/settings.ts';
import { freshnessOf } from '../../pricing/prices-of-now.ts';
import { rehearsedAmounts } from '../../trades/read-trades.ts';
import { less, positionByCoin } from './exposures.ts';
import type { Hedging } from './hedging.ts';

/** What the desk is long or short of and what that costs, at one moment. */
export interface Seen {
  readonly coins: readonly string[];
  readonly settings: Settings;
  /** In 10^-18; the price is null if there is none now. */
  of(abbr: string): { readonly units: bigint; readonly price: bigint | null };
}

/** Looks beyond where the desk began; in a dry run, what was rehearsed counts as done. */
export async function look({ engine, mode }: Hedging, base: ReadonlyMap<string, bigint>): Promise<Seen> {
  const market = await engine.market();
  const exposures = less(await positionByCoin(engine.database, market.catalogue), base);
  const rehearsed = mode === 'dry-run' ? await rehearsedAmounts(engine.database) : new Map<string, bigint>();
  return {
    coins: [...exposures.keys()],
    settings: market.settings,
    of: (abbr) => ({
      units: (exposures.get(abbr) ?? 0n) + (rehearsed.get(abbr) ?? 0n),
      price: market.rates.quoted(abbr, freshnessOf(market), 'float')?.value ?? null,
    }),
  };
}
