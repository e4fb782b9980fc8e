import {
  type ConnectionConfig,
  type Database,
  openDatabase,
} from '../../../packages/service/src/store/database.ts';

/**
 * A statement that meets a row which a stopped node holds gives up: the simulation is one thread and must go on. But not before
 * a busy server has ended the session of a node that was killed, or two runs of one seed would differ.
 */
const LOCK_TIMEOUT_MS = 50;
const CONNECTIONS = 4;

/** The pool of a simulation. What the server promises to a crash of its own is not tested here, so it need not sync. */
export async function openSimulationDatabase(connection: ConnectionConfig): Promise<Database> {
  const database = openDatabase(connection, CONNECTIONS);
  database.options.options = `-c lock_timeout=${LOCK_TIMEOUT_MS} -c synchronous_commit=off -c jit=off`;
  const { verify } = database.options;
  // A node that has stopped in a transaction stands as long as the seed says, not as the wall clock does.
  database.options.verify = (client, done) =>
    verify?.(client, (error) => {
      if (error) return done(error);
      client.query('SET idle_in_transaction_session_timeout = 0').then(() => done(), done);
    });
  await keepTablesLong(database);
  return database;
}

/**
 * Nobody but the nodes of a run may hold what they wait for, or two runs of one seed would differ. The server cleans up
 * in its own time, and to make a table shorter it locks all of it: for longer than a statement waits.
 */
async function keepTablesLong(database: Database): Promise<void> {
  await database.query(
    "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET vacuum_truncate = off', current_database()); END $$",
  );
}
