import { Client } from 'pg';
import { startEmbedded } from '../embedded/embedded.ts';
import { removeTraces } from './plain-files.ts';

/** What was found in a copy that was started. */
export interface ReadBack {
  readonly orders: number;
  readonly tables: number;
}

/** Starts a copy, on a socket of its own, and stops it again: it is whole if it can be read. Nothing of it is archived. */
export async function readBack(dataDir: string, which: 'orders' | 'every table'): Promise<ReadBack> {
  const server = await startEmbedded({ dataDir, settings: {} });
  try {
    const client = new Client(server.connection);
    await client.connect();
    try {
      const tables = which === 'orders' ? [] : await readTables(client);
      const { rows } = await client.query<{ orders: string }>('SELECT count(*) AS orders FROM orders');
      return { orders: Number(rows[0]?.orders), tables: tables.length };
    } finally {
      await client.end();
    }
  } finally {
    await server.stop();
    await removeTraces(dataDir);
  }
}

/** Each page has a checksum, and a table that is counted is read from its first page to its last. */
async function readTables(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind = 'r' ORDER BY 1`,
  );
  // By its pages: an index alone would say how many there are.
  await client.query('SET enable_indexonlyscan = off');
  for (const { name } of rows) await client.query(`SELECT count(*) FROM ${name}`);
  return rows.map(({ name }) => name);
}
