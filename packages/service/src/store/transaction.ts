import type pg from 'pg';
import type { Database } from './database.ts';
import { isUnavailable } from './unavailable.ts';

/** Runs the work in one transaction: all of it is committed, or none. */
export async function transaction<T>(
  database: Database,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await database.connect();
  // A server that hangs up between two statements is told by the next one; unheard, it would end the process.
  const ignore = () => {};
  client.on('error', ignore);
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    client.off('error', ignore);
    client.release();
    return result;
  } catch (error) {
    // One that was cut off would only be waited for again; the server undoes what it has begun when it is closed.
    const isUsable = !isUnavailable(error) && (await rollBack(client));
    client.off('error', ignore);
    client.release(!isUsable);
    throw error;
  }
}

function rollBack(client: pg.PoolClient): Promise<boolean> {
  return client.query('ROLLBACK').then(
    () => true,
    () => false,
  );
}
