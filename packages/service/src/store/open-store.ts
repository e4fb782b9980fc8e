import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkServer, type Database, openDatabase } from './database.ts';
import { type EmbeddedPostgres, joinEmbedded, startEmbedded } from './embedded/embedded.ts';
import { type Fill, migrate } from './migrate.ts';

/** The database, ready for use: reachable, new enough, with our schema and what the program brings into it. */
export interface Store {
  readonly database: Database;
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
}

/** Connections of a node: a few for placing and querying at once, and one or two for work in the background. */
const NODE_CONNECTIONS = 12;
const TOOL_CONNECTIONS = 2;

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

async function open(
  { databaseUrl, dataDir }: StoreLocation,
  fill: Fill,
  embed: (options: { dataDir: string }) => Promise<EmbeddedPostgres>,
  connections: number,
): Promise<Store> {
  const embedded = databaseUrl === null ? await embed({ dataDir }) : null;
  const database = openDatabase(
    embedded?.connection ?? { connectionString: databaseUrl as string },
    connections,
  );
  const stop = async () => {
    await database.end();
    await embedded?.stop();
  };
  try {
    await checkServer(database);
    const migrated = await migrate(database, fill);
    const died = embedded?.died ?? new Promise<string>(() => {});
    return { database, isEmbedded: embedded !== null, migrated, died, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
