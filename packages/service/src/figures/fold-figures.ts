import { ORDER_STATUS } from '@swapdesk/contract';
import type { Database, Queryable } from '../store/database.ts';
import { LOCK } from '../store/locks.ts';
import { transaction } from '../store/transaction.ts';

const MOST_AT_ONCE = 1_000;

/** Reckons all orders whose figures may have changed, and those of before these figures were there. */
export async function foldFigures(database: Database, stopping?: AbortSignal): Promise<void> {
  while (stopping?.aborted !== true && (await foldSome(database)) === MOST_AT_ONCE);
}

/** One transaction, so that a reader sees an order and the sums that it is in agree. Returns how many were looked at. */
async function foldSome(database: Database): Promise<number> {
  return transaction(database, async (client) => {
    const lock = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS mine', [
      LOCK.figures,
    ]);
    if (!lock.rows[0]?.mine) return 0;
    const noted = await takeDue(client);
    const past = noted.looked < MOST_AT_ONCE ? await takePast(client, MOST_AT_ONCE - noted.looked) : [];
    const orders = [...new Set([...noted.orders, ...past])];
    if (orders.length > 0) await reckonOrders(client, orders);
    return noted.looked + past.length;
  });
}

/** What is noted after this is seen by a later turn, with whatever it was noted for. */
async function takeDue(client: Queryable): Promise<{ looked: number; orders: number[] }> {
  const { rows } = await client.query<{ order_id: number }>({
    name: 'take-figure-due',
    text: `DELETE FROM figure_due WHERE id IN (SELECT id FROM figure_due ORDER BY id LIMIT $1) RETURNING order_id`,
    values: [MOST_AT_ONCE],
  });
  return { looked: rows.length, orders: rows.map(({ order_id }) => order_id) };
}

/** The next orders of before. Whoever is placed meanwhile is among the last of them, which does no harm. */
async function takePast(client: Queryable, most: number): Promise<number[]> {
  const past = await client.query<{ next: number }>('SELECT next FROM figure_past');
  const next = past.rows[0]?.next;
  if (next === undefined) return [];
  const { rows } = await client.query<{ id: number }>({
    name: 'take-figure-past',
    text: 'SELECT id FROM orders WHERE id >= $1 ORDER BY id LIMIT $2',
    values: [next, most],
  });
  const last = rows.at(-1)?.id;
  if (last === undefined) await client.query('DELETE FROM figure_past');
  else await client.query('UPDATE figure_past SET next = $1', [last + 1]);
  return rows.map(({ id }) => id);
}

const DAY_S = 86_400;
const MEASURES = ['turnover', 'fees', 'commissions', 'network', 'result'] as const;
const each = (write: (name: string) => string) => MEASURES.map(write).join(', ');

/**
 * SQL: what completed orders among $1 come to now. Their results are found by day and number: nothing is booked for an order before
 * the day on which it was placed.
 */
const RECKONED = `
  SELECT o.id AS order_id, o.finished_at, r.account_id AS affiliate_id,
         o.received_units * o.price * ('1e-' || a.decimals)::numeric AS turnover,
         coalesce(f.fees, 0) AS fees, coalesce(r.commission, 0) AS commissions,
         coalesce(l.network, 0) AS network, coalesce(l.result, 0) - coalesce(r.commission, 0) AS result
    FROM orders o JOIN asset a ON a.id = o.asset_id
    LEFT JOIN referral_order r ON r.order_id = o.id
    CROSS JOIN LATERAL (
         SELECT sum(e.fee_units * e.price * ('1e-' || b.decimals)::numeric) AS fees
           FROM order_entry e JOIN asset b ON b.id = e.asset_id WHERE e.order_id = o.id) AS f
    CROSS JOIN LATERAL (
         SELECT sum(x.value) FILTER (WHERE x.part = 'network') * 1e-18 AS network,
                sum(x.value) FILTER (WHERE x.part NOT IN ('capital', 'commission')) * 1e-18 AS result
           FROM generate_series(o.created_at - o.created_at % ${DAY_S}, (SELECT max(day) FROM result_order), ${DAY_S}) AS d (day),
                LATERAL (SELECT part, value FROM result_order x WHERE x.day = d.day AND x.order_id = o.id OFFSET 0) AS x) AS l
   WHERE o.id = ANY ($1::bigint[]) AND o.status = ${ORDER_STATUS.completed}`;

/** Reckons orders anew, and moves the sums by the difference to what was reckoned before. */
async function reckonOrders(client: Queryable, orders: readonly number[]): Promise<void> {
  await client.query({
    name: 'reckon-figures',
    text: `
      WITH now AS MATERIALIZED (${RECKONED}
      ), before AS MATERIALIZED (
        SELECT * FROM order_figure WHERE order_id = ANY ($1::bigint[])
      ), gone AS (
        DELETE FROM order_figure f USING before b
         WHERE f.order_id = b.order_id AND NOT EXISTS (SELECT 1 FROM now n WHERE n.order_id = b.order_id)
      ), kept AS (
        INSERT INTO order_figure (order_id, finished_at, affiliate_id, ${MEASURES.join(', ')})
        SELECT order_id, finished_at, affiliate_id, ${MEASURES.join(', ')} FROM now
            ON CONFLICT (order_id) DO UPDATE SET finished_at = excluded.finished_at, ${each((name) => `${name} = excluded.${name}`)}
      ), moved AS (
        SELECT order_id, finished_at, 1 AS orders, ${MEASURES.join(', ')} FROM now
        UNION ALL
        SELECT order_id, finished_at, -1, ${each((name) => `-${name}`)} FROM before
      ), named AS (
        SELECT m.*, o.account_id, coalesce(r.code_id, 0) AS code_id, o.asset_id AS from_asset, t.to_assets
          FROM moved m JOIN orders o ON o.id = m.order_id
          LEFT JOIN referral_order r ON r.order_id = m.order_id
          CROSS JOIN LATERAL (
               SELECT array_agg(DISTINCT e.asset_id ORDER BY e.asset_id) AS to_assets
                 FROM order_entry e WHERE e.order_id = m.order_id) AS t
      )
      INSERT INTO figure_sum AS s (size, began_at, account_id, code_id, from_asset, to_assets, orders, ${MEASURES.join(', ')})
      SELECT size, finished_at - finished_at % size AS began, account_id, code_id, from_asset, to_assets, sum(orders),
             ${each((name) => `sum(${name})`)}
        FROM named CROSS JOIN (VALUES (900), (${DAY_S})) AS sizes (size)
       GROUP BY size, began, account_id, code_id, from_asset, to_assets
      HAVING sum(orders) <> 0 ${MEASURES.map((name) => `OR sum(${name}) <> 0`).join(' ')}
          ON CONFLICT (size, began_at, account_id, code_id, from_asset, to_assets)
          DO UPDATE SET orders = s.orders + excluded.orders, ${each((name) => `${name} = s.${name} + excluded.${name}`)}`,
    values: [orders],
  });
}
