import type pg from 'pg';
import { Progress } from './progress.ts';

const CHUNK = 100_000;

/**
 * Gives an account a log of so many events, all of orders that are there, as if they had happened in turn. Bodies are rows of
 * their own, as everywhere.
 */
export async function seedAccountLog(database: pg.Pool, account: string, events: number): Promise<void> {
  const client = await database.connect();
  const progress = new Progress(`  ${events.toLocaleString('en')} events of ${account}`, events);
  try {
    // Nobody numbers what has its number, nor looks for parents that are there by construction.
    await client.query('SET session_replication_role = replica');
    for (let from = 0; from < events; from += CHUNK) {
      await client.query(
        `WITH numbered AS (SELECT row_number() OVER (ORDER BY id) - 1 AS n, id FROM orders),
              many AS (SELECT count(*) AS orders FROM orders),
              base AS (SELECT coalesce(max(event_id), 100000000) AS id FROM account_event),
              added AS (
                SELECT g AS number, base.id + g - $2 AS event_id, o.id AS order_id, 1000 + g / many.orders AS order_number
                  FROM generate_series($2::bigint + 1, $3) AS g CROSS JOIN base CROSS JOIN many
                  JOIN numbered o ON o.n = g % many.orders),
              bodies AS (
                INSERT INTO order_event (id, order_id, at, type, from_status, to_status, reason) OVERRIDING SYSTEM VALUE
                SELECT event_id, order_id, 1700000000 + number, 'order.status', 1, 2, 'bench' FROM added)
         INSERT INTO account_event (account_id, number, order_id, event_id, order_number)
         SELECT a.id, number, order_id, event_id, order_number FROM added CROSS JOIN account a WHERE a.name = $1`,
        [account, from, Math.min(events, from + CHUNK)],
      );
      progress.add(Math.min(CHUNK, events - from));
    }
  } finally {
    client.release(true);
  }
  await database.query('VACUUM (ANALYZE) account_event');
  await database.query('VACUUM (ANALYZE) order_event');
}
