import type { Database } from '../store/database.ts';
import { LOCK } from '../store/locks.ts';
import { transaction } from '../store/transaction.ts';
import { TOLD_BEFORE } from './read-events.ts';

const MOST_AT_ONCE = 5_000;

/**
 * Gives the events that have been committed since the last time their numbers in the logs of their accounts; returns how many. What is
 * committed before it looks has lower numbers than what is committed later. Of those that it finds together, a lower id was drawn
 * earlier: so whatever was committed before something else was begun comes before it. One numberer at a time looks.
 */
export async function numberEvents(database: Database): Promise<number> {
  const { rowCount } = await database.query('SELECT 1 FROM event_due LIMIT 1');
  if (rowCount === 0) return 0;
  return transaction(database, async (client) => {
    const lock = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS mine', [
      LOCK.accountEvents,
    ]);
    if (!lock.rows[0]?.mine) return 0;
    const { rows } = await client.query<{ numbered: number }>({
      name: 'number-events',
      text: `
        WITH due AS (
          DELETE FROM event_due WHERE event_id IN (SELECT event_id FROM event_due ORDER BY event_id LIMIT $1)
          RETURNING event_id, order_id, account_id
        ), of_order AS MATERIALIZED (
          SELECT reader.order_id, ${TOLD_BEFORE} + (
                 SELECT count(*) FROM order_event e WHERE e.order_id = reader.order_id AND e.id < reader.first_id) AS told
            FROM (SELECT order_id, min(event_id) AS first_id FROM due GROUP BY order_id) AS reader
        ), of_account AS MATERIALIZED (
          SELECT account_id, coalesce((
                 SELECT number FROM account_event e WHERE e.account_id = d.account_id ORDER BY number DESC LIMIT 1), 0) AS told
            FROM (SELECT DISTINCT account_id FROM due) AS d
        ), numbered AS (
          INSERT INTO account_event (account_id, number, order_id, event_id, order_number)
          SELECT account_id, of_account.told + row_number() OVER (PARTITION BY account_id ORDER BY event_id), order_id, event_id,
                 CASE WHEN order_id = 0 THEN 0 ELSE of_order.told + row_number() OVER (PARTITION BY order_id ORDER BY event_id) END
            FROM due JOIN of_account USING (account_id) JOIN of_order USING (order_id)
        )
        SELECT count(*) AS numbered FROM due`,
      values: [MOST_AT_ONCE],
    });
    return rows[0]?.numbered ?? 0;
  });
}
