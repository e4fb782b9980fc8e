import { type ActContext, aloneS } from '../acts/context.ts';
import { loadCatalogue } from '../catalog/load-catalogue.ts';
import { loadSettings } from '../catalog/settings.ts';
import { systemClock } from '../clock.ts';
import { type Environment, readConfig } from '../config.ts';
import { freeTreasury } from '../ledger/treasury.ts';
import { adaptation } from '../networks/all-chains.ts';
import { loadRates } from '../pricing/read-rates.ts';
import { isScreening, openScreen } from '../screening/open-screen.ts';
import type { Database } from '../store/database.ts';

/** What a running desk would look at, read from the store: for commands that move money. */
export async function actContext(
  database: Database,
  env: Environment,
): Promise<ActContext & { readonly waitS: number }> {
  const config = readConfig(env);
  const settings = await loadSettings(database);
  const catalogue = adaptation(config.chains)(await loadCatalogue(database)).withTreasury({
    free: await freeTreasury(database),
  });
  return {
    market: { catalogue, rates: await loadRates(database), settings, now: systemClock() },
    network: config.network,
    screen: openScreen(config),
    isScreened: isScreening(config),
    withdrawals: config.withdrawals,
    waitS: aloneS(settings, config.network),
  };
}
