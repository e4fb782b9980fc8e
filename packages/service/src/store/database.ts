import pg from 'pg';
import { StartupError } from '../startup-error.ts';
import { ANSWER_TIMEOUT_MS, type Prepare, prepareConnection } from './connection.ts';

/** The oldest PostgreSQL that is known to run every statement of ours. */
export const OLDEST_SERVER = 15;

/** Where a database is: fields for an embedded one, a URL for an operator's own. */
export type ConnectionConfig = pg.PoolConfig;
export type Database = pg.Pool;
/** Anything that runs a statement: the pool, or one client inside a transaction. */
export type Queryable = Pick<pg.Pool, 'query'>;

const INT8_OID = 20;
const CONNECT_TIMEOUT_MS = 10_000;
/** A server that is gone says nothing more: a connection that is idle asks after this. */
const KEEPALIVE_MS = 5_000;

/** Opens a pool. Ids, positions and times are JavaScript numbers; amounts (numeric) stay text. */
export function openDatabase(
  connection: ConnectionConfig,
  size: number,
  prepare: Prepare = prepareConnection,
): Database {
  const types = {
    getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
      oid === INT8_OID && format !== 'binary'
        ? Number
        : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
  };
  const pool = new pg.Pool({
    query_timeout: ANSWER_TIMEOUT_MS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...connection,
    max: size,
    types,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_MS,
    verify: prepare,
    idleTimeoutMillis: 0,
    application_name: 'swapdesk',
  });
  // A connection that breaks while idle is replaced at the next use; without a listener it would end the process.
  pool.on('error', () => {});
  return pool;
}

/** Makes sure that the server answers and is not too old. */
export async function checkServer(database: Database): Promise<void> {
  const version = await serverVersion(database).catch((error: Error) => {
    throw new StartupError(
      `The database cannot be reached: ${reasonOf(error)}. Check SWAPDESK_DATABASE_URL and that PostgreSQL runs.`,
    );
  });
  refuseOldServer(version);
}

/** Throws if the version (as server_version_num gives it, 150004 for 15.4) is too old. */
export function refuseOldServer(versionNumber: number): void {
  const major = Math.floor(versionNumber / 10_000);
  if (major < OLDEST_SERVER) {
    throw new StartupError(`The database is PostgreSQL ${major}; Swapdesk needs ${OLDEST_SERVER} or newer.`);
  }
}

async function serverVersion(database: Database): Promise<number> {
  const { rows } = await database.query(`SELECT current_setting('server_version_num')::int AS version`);
  return rows[0].version;
}

/** In a few words. */
export function reasonOf(error: Error & { code?: string; errors?: Error[] }): string {
  return error.message || error.errors?.[0]?.message || error.code || 'no answer';
}
