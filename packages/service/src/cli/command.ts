import { existsSync } from 'node:fs';
import { fillCatalogue } from '../catalog/fill-catalogue.ts';
import { systemClock } from '../clock.ts';
import { type Environment, readLocation } from '../config.ts';
import { type DeskKey, type DeskKeyPlace, openDeskKey } from '../secrets/desk-key.ts';
import type { Database } from '../store/database.ts';
import { isStoreHere, joinStore, type StoreLocation } from '../store/open-store.ts';

/** One command of the command line. */
export interface Command {
  /** Its words, e.g. `key create`. */
  readonly name: string;
  /** What follows them, e.g. `[--account NAME]`. */
  readonly usage: string;
  readonly summary: string;
  run(args: string[], env: Environment): Promise<void>;
}

/** The command was called in a way that makes no sense. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Its words do not fit the command: whoever typed them is told what it takes. */
export class WrongArguments extends UsageError {}

/** The key of the service, as the node that serves finds it; made if the store has none. */
export function deskKeyOf(database: Database, env: Environment): Promise<DeskKey> {
  return openDeskKey(database, deskKeyPlace(env), systemClock(), (path) =>
    console.error(`Made the key of this service: ${path}. Every node that serves needs that file.`),
  );
}

/** Where its file is, or would be. */
export function deskKeyPlace(env: Environment): DeskKeyPlace {
  return { keyFile: env.SWAPDESK_KEY_FILE || null, dataDir: readLocation(env).dataDir };
}

/** Runs a tool's work on the store that is there, beside a running service or alone. In the wrong folder it makes none. */
export async function withStore(
  env: Environment,
  work: (database: Database) => Promise<void>,
): Promise<void> {
  refuseNoStore(readLocation(env));
  await withAnyStore(env, work);
}

/** The same for what may come before the first start. A folder that was named and is not there is more likely mistyped. */
export async function withNewStore(
  env: Environment,
  work: (database: Database) => Promise<void>,
): Promise<void> {
  const location = readLocation(env);
  if (env.SWAPDESK_DATA_DIR && !existsSync(location.dataDir)) refuseNoStore(location);
  await withAnyStore(env, work);
}

/** Whoever asks about a desk, or changes something of it, means one that is there. */
export function refuseNoStore(location: StoreLocation): void {
  if (isStoreHere(location)) return;
  throw new UsageError(
    `There is no desk in ${location.dataDir}, and none was made. Set SWAPDESK_DATA_DIR to the data folder of yours, or SWAPDESK_DATABASE_URL ` +
      'to its PostgreSQL. To begin a new one: npx swapdesk start',
  );
}

/** Runs a tool's work on the store, which is made if there is none. */
export async function withAnyStore(
  env: Environment,
  work: (database: Database) => Promise<void>,
): Promise<void> {
  const store = await joinStore(readLocation(env), fillCatalogue);
  try {
    await work(store.database);
  } finally {
    await store.stop();
  }
}
