import type { EventType } from '@swapdesk/contract';
import type { Queryable } from '../store/database.ts';

/** An event as it is stored. */
export interface StoredEvent {
  readonly id: number;
  readonly type: EventType;
  readonly at: number;
  /** Of a change of status. */
  readonly from_status: number | null;
  readonly to_status: number | null;
  /** Of a transfer. */
  readonly asset_id: number | null;
  readonly units: string | null;
  readonly txid: string | null;
  /** How many events came before the first one that is read: those that were archived. */
  readonly told_before: number;
}

/** How far somebody has read in the log of an order. */
export interface ReadPosition {
  readonly orderId: number;
  /** The id of the last event that was read; 0 for none. */
  readonly lastId: number;
}

/** SQL: how many events of the order `reader.order_id` have left the store. */
export const TOLD_BEFORE = `
  (SELECT coalesce(sum(t.counts[reader.order_id % 1000 + 1]), 0) FROM told_before t JOIN archive_range a ON a.id = t.range_id
    WHERE t.block = reader.order_id / 1000 AND a.closed_at > 0)::int`;

/** What comes next after each of these positions, at most so many events each; in their order. */
export async function readOn(
  client: Queryable,
  positions: readonly ReadPosition[],
  most: number,
): Promise<StoredEvent[][]> {
  const { rows } = await client.query<StoredEvent & { nth: number }>({
    name: 'read-on-events',
    text: `
      SELECT reader.nth::int, e.*, CASE WHEN reader.last_id = 0 THEN ${TOLD_BEFORE} ELSE 0 END AS told_before
        FROM unnest($1::bigint[], $2::bigint[]) WITH ORDINALITY AS reader (order_id, last_id, nth), LATERAL (
             SELECT id, type, at, from_status, to_status, asset_id, units::text, txid
               FROM order_event e WHERE e.order_id = reader.order_id AND e.id > reader.last_id
              ORDER BY e.id LIMIT $3) AS e
       ORDER BY reader.nth, e.id`,
    values: [positions.map(({ orderId }) => orderId), positions.map(({ lastId }) => lastId), most],
  });
  const found: StoredEvent[][] = positions.map(() => []);
  for (const row of rows) found[row.nth - 1]?.push(row);
  return found;
}
