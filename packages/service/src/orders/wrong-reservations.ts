import { ORDER_STATUS } from '@swapdesk/contract';
import { ANONYMOUS } from '../access/anonymous.ts';
import type { Queryable } from '../store/database.ts';

const { waiting, sent, frozen, expired } = ORDER_STATUS;

/** Something about the reservations that is not as the orders say. */
export interface WrongReservation {
  readonly what: string;
}

/** The sums are those of the reservations, and these are those of the fixed orders that can still be honoured. */
export async function wrongReservations(client: Queryable): Promise<WrongReservation[]> {
  const { rows } = await client.query<WrongReservation>(`
    SELECT format('asset %s: %s counted as promised, but %s reserved', asset_id, p.units, coalesce(r.units, 0)) AS what
      FROM promised p LEFT JOIN (
           SELECT asset_id, sum(units) AS units, sum(value) AS value FROM reservation GROUP BY asset_id) AS r USING (asset_id)
     WHERE p.units <> coalesce(r.units, 0) OR p.value <> coalesce(r.value, 0)
     UNION ALL
    SELECT format('asset %s: %s counted as promised without a key, but %s reserved', asset_id, p.keyless_units, coalesce(r.units, 0))
      FROM promised p LEFT JOIN (
           SELECT asset_id, sum(units) AS units, sum(value) AS value FROM reservation WHERE is_keyless
            GROUP BY asset_id) AS r USING (asset_id)
     WHERE p.keyless_units <> coalesce(r.units, 0) OR p.keyless_value <> coalesce(r.value, 0)
     UNION ALL
    SELECT DISTINCT format('order %s is reserved for as if it had been placed with%s a key', o.no, CASE WHEN r.is_keyless THEN 'out' END)
      FROM reservation r JOIN orders o ON o.id = r.order_id
     WHERE r.is_keyless <> (o.account_id = ${ANONYMOUS} AND r.caller IS NOT NULL)
     UNION ALL
    SELECT DISTINCT format('order %s is in %s, but something is reserved for it', o.no, o.status)
      FROM reservation r JOIN orders o ON o.id = r.order_id 
     WHERE o.mode <> 'fixed' OR o.status NOT IN (${[waiting, sent, expired].join(', ')}) AND (o.status <> ${frozen} OR o.freeze_reason <> 'LESS')
     UNION ALL
    SELECT format('order %s waits, but nothing is reserved for it', o.no)
      FROM orders o WHERE o.mode = 'fixed' AND o.status = ${waiting}
       AND NOT EXISTS (SELECT 1 FROM reservation r WHERE r.order_id = o.id)`);
  return rows;
}

/** What is reserved beyond its time, because nobody has followed the chain that far. */
export async function overdueReservations(client: Queryable, before: number): Promise<number> {
  const { rows } = await client.query<{ orders: number }>(
    'SELECT count(DISTINCT order_id) AS orders FROM reservation WHERE until < $1',
    [before],
  );
  return rows[0]?.orders ?? 0;
}
