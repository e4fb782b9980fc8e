import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from '../startup-error.ts';
import { type ConnectionConfig, checkServer, type Database, openDatabase } from './database.ts';
import { type EmbeddedPostgres, type Embedding, joinEmbedded, startEmbedded } from './embedded/embedded.ts';
import type { ServerSettings } from './embedded/site.ts';
import { type Fill, migrate } from './migrate.ts';

/** The database, ready for use: reachable, new enough, with our schema and what the program brings into it. */
export interface Store {
  readonly database: Database;
  /** How others of this node reach it. */
  readonly connection: ConnectionConfig;
  /** True if the database runs inside this service rather than elsewhere. */
  readonly isEmbedded: boolean;
  /** The migrations that were applied to it just now. */
  readonly migrated: readonly string[];
  /** Resolves with a reason if the embedded server dies. */
  readonly died: Promise<string>;
  stop(): Promise<void>;
}

/** Where the store is: an operator's own PostgreSQL, or else the embedded one in the data folder. */
export interface StoreLocation {
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  /** Where the embedded one archives its log, or NO_ARCHIVE; null: as it was told before. */
  readonly logArchive?: string | null;
  /** Settings of the embedded one for this time alone. */
  readonly settings?: ServerSettings;
}

/** Connections of a process: a few for placing and querying at once, one or two for work in the background, one to hear others by. */
export const NODE_CONNECTIONS = 13;
/** Each of few workers has as many to work with; many share this many, as the server has only so many for all. */
const WORKER_CONNECTIONS = 12;
const WORKERS_CONNECTIONS = 48;
const LEAST_CONNECTIONS = 3;
export const TOOL_CONNECTIONS = 2;

/** The store of a service, which owns its data folder alone. */
export function openStore(location: StoreLocation, fill: Fill): Promise<Store> {
  return open(location, fill, startEmbedded, NODE_CONNECTIONS);
}

/** False if a store would have to be made first: there is no database of our own here yet. */
export function isStoreHere({ databaseUrl, dataDir }: StoreLocation): boolean {
  return databaseUrl !== null || existsSync(join(dataDir, 'postgres', 'PG_VERSION'));
}

/** The store for a command-line tool, which may run beside the service. */
export function joinStore(location: StoreLocation, fill: Fill): Promise<Store> {
  return open(location, fill, joinEmbedded, TOOL_CONNECTIONS);
}

/** The store as it is, for who only looks, whatever version it is of. Throws if there is none. */
export async function seeStore(location: StoreLocation): Promise<Pick<Store, 'database' | 'stop'>> {
  if (!isStoreHere(location)) throw new StartupError('Nothing was started here yet. Run: npx swapdesk start');
  return reach(location, joinEmbedded, TOOL_CONNECTIONS);
}

/** The store of a worker: the process that looks after it has opened, checked and migrated it. */
export function shareStore(connection: ConnectionConfig, workers: number): Database {
  return openDatabase(connection, workerConnections(workers));
}

/** Connections of each of so many workers. A node has these beside its own, and what PostgreSQL and poolers are set to has to be enough for it. */
export function workerConnections(workers: number): number {
  const each = Math.min(WORKER_CONNECTIONS, Math.floor(WORKERS_CONNECTIONS / workers));
  return Math.max(LEAST_CONNECTIONS, each);
}

async function open(
  location: StoreLocation,
  fill: Fill,
  embed: (how: Embedding) => Promise<EmbeddedPostgres>,
  connections: number,
): Promise<Store> {
  const reached = await reach(location, embed, connections);
  try {
    // A service in whose folder the database is owns it alone: whoever was there before has ended.
    const isAlone = reached.isEmbedded && embed === startEmbedded;
    const migrated = await migrate(reached.database, fill, { isAlone });
    return { ...reached, migrated };
  } catch (error) {
    await reached.stop();
    throw error;
  }
}

async function reach(
  { databaseUrl, ...how }: StoreLocation,
  embed: (how: Embedding) => Promise<EmbeddedPostgres>,
  connections: number,
): Promise<Omit<Store, 'migrated'>> {
  const embedded = databaseUrl === null ? await embed(how) : null;
  const connection = embedded?.connection ?? { connectionString: databaseUrl as string };
  const database = openDatabase(connection, connections);
  const stop = async () => {
    await database.end();
    await embedded?.stop();
  };
  try {
    await checkServer(database);
    const died = embedded?.died ?? new Promise<string>(() => {});
    return { database, connection, isEmbedded: embedded !== null, died, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
