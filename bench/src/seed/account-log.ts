import type pg from 'pg';
import { Progress } from './progress.ts';

const CHUNK = 100_000;
/** Ids of events that nobody else gives: so many for each account. */
const IDS = 1_000_000_000;

/** Adds the events of these numbers, but for the first. */
export type AddEvents = (from: number, to: number) => Promise<void>;

/** Writes into the log of an account, as if things had happened to orders that are there, in turn. Bodies are rows of their own, as everywhere. */
export async function accountLog(client: pg.PoolClient, account: string): Promise<AddEvents> {
  // Nobody numbers what has its number, nor looks for parents that are there by construction.
  await client.query('SET session_replication_role = replica');
  const { rows } = await client.query<{ id: number; orders: number[] }>(
    'SELECT id, ARRAY(SELECT id FROM orders ORDER BY id LIMIT 10000) AS orders FROM account WHERE name = $1',
    [account],
  );
  const { id, orders } = rows[0] as { id: number; orders: number[] };
  return async (from, to) => {
    await client.query(
      `WITH added AS (
         SELECT g AS number, $1::bigint * ${IDS} + g AS event_id, ($4::bigint[])[1 + g % $5] AS order_id, 1000 + g / $5 AS order_number
           FROM generate_series($2::bigint + 1, $3) AS g
       ), bodies AS (
         INSERT INTO order_event (id, order_id, at, type, from_status, to_status, reason) OVERRIDING SYSTEM VALUE
         SELECT event_id, order_id, 1700000000 + number, 'order.status', 1, 2, 'bench' FROM added)
       INSERT INTO account_event (account_id, number, order_id, event_id, order_number)
       SELECT $1, number, order_id, event_id, order_number FROM added`,
      [id, from, to, orders, orders.length],
    );
  };
}

/** Gives an account a log of so many events. */
export async function seedAccountLog(database: pg.Pool, account: string, events: number): Promise<void> {
  const client = await database.connect();
  const progress = new Progress(`  ${events.toLocaleString('en')} events of ${account}`, events);
  try {
    const add = await accountLog(client, account);
    for (let from = 0; from < events; from += CHUNK) {
      const to = Math.min(events, from + CHUNK);
      await add(from, to);
      progress.add(to - from);
    }
  } finally {
    client.release(true);
  }
  for (const table of ['account_event', 'order_event']) await database.query(`VACUUM (ANALYZE) ${table}`);
}
