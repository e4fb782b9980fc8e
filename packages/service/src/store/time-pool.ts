import type pg from 'pg';
import type { Database } from './database.ts';

/** Is told how long was waited for a connection, and how long one was used. */
export interface PoolTimes {
  waited(ms: number): void;
  used(ms: number): void;
}

interface TimedClient extends pg.PoolClient {
  /** When it was last taken from the pool. */
  takenAt?: number;
}
type Taken = (error: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void;
type Connect = (callback?: Taken) => Promise<pg.PoolClient> | undefined;

/** Times a pool. As long as a connection is idle nobody waits for one, and nothing is made for it. */
export function timePool(pool: Database, { waited, used }: PoolTimes): void {
  pool.on('acquire', (client: TimedClient) => {
    client.takenAt = performance.now();
  });
  pool.on('release', (_, client: TimedClient) => used(performance.now() - (client.takenAt as number)));
  const connect = pool.connect.bind(pool) as Connect;
  const timed: Connect = (callback) => {
    if (pool.idleCount > pool.waitingCount) {
      waited(0);
      return connect(callback);
    }
    const began = performance.now();
    const done = () => waited(performance.now() - began);
    if (callback === undefined) {
      const connected = connect() as Promise<pg.PoolClient>;
      void connected.then(done, done);
      return connected;
    }
    return connect((error, client, release) => {
      done();
      callback(error, client, release);
    });
  };
  pool.connect = timed as typeof pool.connect;
}
