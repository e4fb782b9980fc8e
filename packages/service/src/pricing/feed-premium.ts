import type { Settings } from '../catalog/settings.ts';
import type { Network } from '../chains/family.ts';
import { premiumPpm } from '../market/premium.ts';
import { TOLD_IN } from '../market/venues/known-venues.ts';
import { volatilityPpm } from '../market/volatility.ts';
import type { Queryable } from '../store/database.ts';
import { fixedWaitS } from './fixed-wait.ts';
import type { WatchedPrice } from './judge-price.ts';
import { premiumLimits } from './market-settings.ts';
import { addToHistory, loadHistory } from './price-history.ts';

/**
 * What fixed prices of coins cost whose price a feed says, in millionths, by how far its own prices have moved; nothing where no
 * money is at stake. All are priced in one coin: that has nothing that could move.
 */
export async function feedPremiums(
  client: Queryable,
  prices: readonly WatchedPrice[],
  { settings, network, now }: { settings: Settings; network: Network; now: number },
): Promise<ReadonlyMap<string, number>> {
  if (network === 'test' || prices.length === 0) return new Map();
  await addToHistory(client, prices, now);
  const limits = premiumLimits(settings);
  const histories = await loadHistory(client, now - limits.historyS);
  const waitS = fixedWaitS(settings);
  return new Map(
    prices.map(({ abbr }) => {
      const volatility = volatilityPpm(histories.get(abbr) ?? [], limits);
      return [abbr, abbr === TOLD_IN ? 0 : premiumPpm(volatility, waitS, limits)] as const;
    }),
  );
}
