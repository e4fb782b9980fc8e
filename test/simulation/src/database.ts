import {
  type Connection,
  type Database,
  openDatabase,
} from '../../../packages/service/src/store/database.ts';

/** A statement that meets a row which a stopped node holds gives up: the simulation is one thread and must go on. */
const LOCK_TIMEOUT_MS = 20;
const CONNECTIONS = 4;

/** The pool of a simulation. What the server promises to a crash of its own is not tested here, so it need not sync. */
export function openSimulationDatabase(connection: Connection): Database {
  const database = openDatabase(connection, CONNECTIONS);
  database.options.options += ` -c lock_timeout=${LOCK_TIMEOUT_MS} -c synchronous_commit=off -c jit=off`;
  return database;
}
