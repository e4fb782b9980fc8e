import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkServer, type Database, openDatabase } from './database.ts';
import { type EmbeddedPostgres, type Embedding, joinEmbedded, startEmbedded } from './embedded/embedded.ts';
import type { ServerSettings } from './embedded/site.ts';
import { type Fill, migrate } from './migrate.ts';

/** The database, ready for use: reachable, new enough, with our schema and what the program brings into it. */
export interface Store {
  readonly database: Database;
  /** True if the database runs inside this service rather than elsewhere. */
  readonly isEmbedded: boolean;
  /** Resolves with a reason if the embedded server dies. */
  readonly died: Promise<string>;
  stop(): Promise<void>;
}

/** Where the store is: an operator's own PostgreSQL, or else the embedded one in the data folder. */
export interface StoreLocation {
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  /** Where the embedded one archives its log; null: nowhere. */
  readonly logArchive?: string | null;
  /** Settings of the embedded one for this time alone. */
  readonly settings?: ServerSettings;
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
  { databaseUrl, ...how }: StoreLocation,
  fill: Fill,
  embed: (how: Embedding) => Promise<EmbeddedPostgres>,
  connections: number,
): Promise<Store> {
  const embedded = databaseUrl === null ? await embed(how) : null;
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
    await migrate(database, fill);
  } catch (error) {
    await stop();
    throw error;
  }
  return { database, isEmbedded: embedded !== null, died: embedded?.died ?? new Promise(() => {}), stop };
}
