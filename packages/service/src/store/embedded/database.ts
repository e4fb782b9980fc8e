import { type Client, DatabaseError } from 'pg';

export const serviceDatabase = 'swapdesk';

/** Creates the database of the service unless it is there, or someone else creates it at the same moment. */
export async function ensureDatabase(client: Client): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [serviceDatabase]);
  if (rowCount !== 0) return;
  try {
    await client.query(`CREATE DATABASE ${serviceDatabase}`);
  } catch (error) {
    const isThere = error instanceof DatabaseError && (error.code === '42P04' || error.code === '23505');
    if (!isThere) throw error;
  }
}
