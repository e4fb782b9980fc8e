import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fillCatalogue } from '../catalog/fill-catalogue.ts';
import { checkStorePurpose } from '../configuration/store-purpose.ts';
import { walletChoicesOf } from '../configuration/wallet-choices.ts';
import { failed } from '../failed.ts';
import { refusePlace } from '../http/listen.ts';
import { NOBODY_SIGNS } from '../networks/all-chains.ts';
import { sampleQuote } from '../pricing/sample-quote.ts';
import { rotateSealKeys } from '../pricing/seal-keys.ts';
import type { Repeating } from '../repeat.ts';
import { type DeskKey, openDeskKey } from '../secrets/desk-key.ts';
import { openStore, type Store } from '../store/open-store.ts';
import { tellLife } from '../store/sign-of-life.ts';
import { openStoreClock } from '../store/store-clock.ts';
import { refuseStrayTreasury } from '../wallet/treasury-paths.ts';
import { COMMAND, type Desk, type DeskOptions, isWorking } from './desk.ts';
import { openParts } from './open-parts.ts';
import type { DeskParts } from './parts.ts';
import { serveByWorkers } from './serve-by-workers.ts';
import { Shutdown } from './shutdown.ts';
import { fundsBooked, startEngine } from './start-engine.ts';
import { type Serving, serveHere } from './start-serving.ts';
import { startUpkeep } from './start-upkeep.ts';
import { watchKey } from './watch-key.ts';
import { watchReplication } from './watch-replication.ts';
import { deliverWebhooks } from './webhooks.ts';

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
  const { database, connection } = store;
  await checkStorePurpose(database, config);
  const id = randomUUID();
  const life = await tellLife(database, id, COMMAND[role], failed(log, 'say that this node runs'));
  shutdown.add(life.stop);
  const time = await openStoreClock(database, failed(log, "read the database's clock"));
  const { clock } = time;
  shutdown.add(time.measuring.stop);
  const replication = await watchReplication(database, log);
  shutdown.add(replication.stop);
  // Whoever serves alone need not be able to: what it may write is what its requests need.
  if (isWorking(role)) await rotateSealKeys(database, clock);

  if (!isWorking(role)) await refuseStrayTreasury(database, walletChoicesOf(config.chains));
  const upkeep = isWorking(role) ? await startUpkeep(database, options, clock) : null;
  if (upkeep !== null) shutdown.add(upkeep.stop);

  const key = role === 'engine' ? null : await openDeskKey(database, config, clock());
  const signer = upkeep?.signer ?? NOBODY_SIGNS;
  const parts = await openParts({ database, connection, time, key, signer }, options, shutdown);
  const { memory, market, networks } = parts;
  const isOpen = memory.directory().isOpen;
  if (key !== null) await refusePlace(config, isOpen);

  const rounds: Repeating[] = [];
  let resting: Promise<void> | null = null;
  const rest = () => {
    resting ??= Promise.all(rounds.map((each) => each.stop())).then(() => upkeep?.stop());
    return resting;
  };
  if (upkeep !== null) {
    rounds.push(...(await startEngine(parts, id, upkeep.record)));
    shutdown.add(rest);
    void memory.outgrown.told.then(rest).catch(failed(log, 'end what was under way'));
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
    outgrown: memory.outgrown.told,
    hurry: () => rounds.forEach((each) => void each.hurry()),
    drain: async () => {
      if (serving === null) return;
      serving.drain();
      await sleep(config.drainS * 1_000);
    },
    stop: () => shutdown.run(),
  };
}

/** Starts to answer requests, here or by workers, with a key that is watched as long as they are. */
async function startServing(
  parts: DeskParts,
  key: DeskKey,
  shutdown: Shutdown,
): Promise<Serving & { readonly keyReplaced: Promise<string> }> {
  const { log, config, role } = parts.options;
  const onError = failed(log, 'look after the key of the service');
  const { replaced: keyReplaced, watching } = watchKey(parts.database, key, onError);
  shutdown.add(watching.stop);
  const serving =
    config.workers === 1 ? await serveHere(parts, key, shutdown) : await serveByWorkers(parts, key, shutdown);
  // A console serves operators, and neither may nor need write what this does.
  if (role !== 'console') deliverWebhooks(parts, key, shutdown);
  return { ...serving, keyReplaced };
}

async function databaseEnded(store: Store): Promise<string> {
  return `The database server has stopped: ${await store.died}. The next start recovers.`;
}
