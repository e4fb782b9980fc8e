import { fillCatalogue } from '../catalog/fill-catalogue.ts';
import { checkStorePurpose } from '../configuration/store-purpose.ts';
import { walletChoicesOf } from '../configuration/wallet-choices.ts';
import { failed, warnOf } from '../failed.ts';
import { refusePlace } from '../http/listen.ts';
import { openMemory } from '../memory.ts';
import { adaptation, NOBODY_SIGNS, openAllChains } from '../networks/all-chains.ts';
import { sampleQuote } from '../pricing/sample-quote.ts';
import { rotateSealKeys } from '../pricing/seal-keys.ts';
import type { Repeating } from '../repeat.ts';
import { openDeskKey } from '../secrets/desk-key.ts';
import { openStore, type Store } from '../store/open-store.ts';
import { openStoreClock } from '../store/store-clock.ts';
import { refuseStrayTreasury } from '../wallet/treasury-paths.ts';
import { currentMarket } from './current-market.ts';
import type { Desk, DeskOptions } from './desk.ts';
import type { DeskParts } from './parts.ts';
import { Shutdown } from './shutdown.ts';
import { fundsBooked, startEngine } from './start-engine.ts';
import { startServing } from './start-serving.ts';
import { startUpkeep } from './start-upkeep.ts';
import { watchReplication } from './watch-replication.ts';

/** Opens a node: the one place that knows all the parts. What it has started it stops again, last first. */
export async function openDesk(options: DeskOptions): Promise<Desk> {
  const store = await openStore(options.config, fillCatalogue);
  const shutdown = new Shutdown();
  shutdown.add(store.stop);
  try {
    return await startParts(store, options, shutdown);
  } catch (error) {
    await shutdown.run();
    throw error;
  }
}

/** The order matters: the record is open before anything can sign, and a key is there before anybody is served. */
async function startParts(store: Store, options: DeskOptions, shutdown: Shutdown): Promise<Desk> {
  const { config, role, log } = options;
  const { database } = store;
  await checkStorePurpose(database, config);
  const time = await openStoreClock(database, failed(log, "read the database's clock"));
  const { clock } = time;
  shutdown.add(time.measuring.stop);
  const replication = await watchReplication(database, log);
  shutdown.add(replication.stop);
  await rotateSealKeys(database, clock);

  if (role === 'api') await refuseStrayTreasury(database, walletChoicesOf(config.chains));
  const upkeep = role === 'api' ? null : await startUpkeep(database, options, clock);
  if (upkeep !== null) shutdown.add(upkeep.stop);

  const key = role === 'engine' ? null : await openDeskKey(database, config, clock());
  const memory = await openMemory({
    database,
    log,
    adapt: adaptation(config.chains),
    deskKey: key,
    clock,
  });
  shutdown.add(memory.stop);
  const isOpen = memory.directory().isOpen;
  if (key !== null) await refusePlace(config, isOpen);

  const market = currentMarket(memory, clock);
  const { chains, networks } = await openAllChains(database, config.chains, {
    catalogue: memory.catalogue,
    clock,
    signer: upkeep?.signer ?? NOBODY_SIGNS,
    warn: warnOf(log),
  });
  const parts: DeskParts = { options, database, time, memory, market, chains, networks };

  const rounds: Repeating[] = [];
  if (upkeep !== null) {
    rounds.push(...(await startEngine(parts, upkeep.record)));
    shutdown.add(async () => void (await Promise.all(rounds.map((each) => each.stop()))));
    await fundsBooked(database, networks, memory.catalogue());
  }
  const serving = key === null ? null : await startServing(parts, key, shutdown);

  return {
    url: serving?.url ?? null,
    consoleUrl: serving?.consoleUrl ?? null,
    sample: serving === null ? null : sampleQuote(market()),
    isOpen: serving !== null && isOpen,
    hold: memory.hold(),
    store,
    died: Promise.race([databaseEnded(store), ...(serving === null ? [] : [serving.keyReplaced])]),
    hurry: () => rounds.forEach((each) => void each.hurry()),
    stop: () => shutdown.run(),
  };
}

async function databaseEnded(store: Store): Promise<string> {
  return `The database server has stopped: ${await store.died}. The next start recovers.`;
}
