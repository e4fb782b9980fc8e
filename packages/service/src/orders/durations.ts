import { ORDER_STATUS } from '@swapdesk/contract';
import type { Queryable } from '../store/database.ts';

/** How long exchanges of one asset for another have taken, from the deposit being seen to the payout being confirmed. */
export interface MeasuredPair {
  readonly fromAssetId: number;
  readonly toAssetId: number;
  readonly orders: number;
  /** No longer than so took half of them, and nine of ten. */
  readonly halfS: number;
  readonly mostS: number;
}

const WINDOW_S = 30 * 86_400;
/** The newest so many orders are looked at, however many there were: what was long ago says little of today. */
const MOST_ORDERS = 20_000;
/** Of fewer nobody can say what nine of ten do. */
const ENOUGH = 10;

/**
 * Measured on the orders that were completed last. One that was frozen waited for somebody to decide, which says nothing of
 * the next.
 */
export async function measureDurations(
  database: Queryable,
  now: number,
  most: number = MOST_ORDERS,
): Promise<MeasuredPair[]> {
  const { rows } = await database.query<MeasuredPair>({
    text: `
      WITH latest AS MATERIALIZED (
        SELECT id, asset_id, paid_at, frozen_at FROM orders
         WHERE status = ${ORDER_STATUS.completed} AND finished_at > $1 ORDER BY finished_at DESC LIMIT ${most}
      ), paid AS (
        SELECT o.id, o.asset_id AS from_id, e.asset_id AS to_id, e.finished_at - o.paid_at AS took_s
          FROM latest o, LATERAL (SELECT asset_id, finished_at FROM order_entry WHERE order_id = o.id OFFSET 0) AS e
         WHERE o.frozen_at = 0 AND o.paid_at > 0 AND e.finished_at >= o.paid_at
      )
      SELECT from_id AS "fromAssetId", to_id AS "toAssetId", count(DISTINCT id)::int AS orders,
             percentile_disc(0.5) WITHIN GROUP (ORDER BY took_s)::int AS "halfS",
             percentile_disc(0.9) WITHIN GROUP (ORDER BY took_s)::int AS "mostS"
        FROM paid GROUP BY from_id, to_id HAVING count(DISTINCT id) >= ${ENOUGH} ORDER BY from_id, to_id`,
    values: [now - WINDOW_S],
  });
  return rows;
}
