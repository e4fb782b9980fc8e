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
}

/** How far somebody has read in the log of an order. */
export interface ReadPosition {
  readonly orderId: number;
  /** The id of the last event that was read; 0 for none. */
  readonly lastId: number;
}

/** What comes next after each of these positions, at most so many events each; in their order. */
export async function readOn(
  client: Queryable,
  positions: readonly ReadPosition[],
  most: number,
): Promise<StoredEvent[][]> {
  const { rows } = await client.query<StoredEvent & { nth: number }>({
    name: 'read-on-events',
    text: `
      SELECT reader.nth::int, e.*
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
