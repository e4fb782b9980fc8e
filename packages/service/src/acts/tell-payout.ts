import type { EventType } from '@swapdesk/contract';
import type { Queryable } from '../store/database.ts';

/** Tells what was decided about a payout. Its order is locked. There is no transaction yet that could be named. */
export async function tellPayout(
  client: Queryable,
  payoutId: number,
  type: EventType,
  at: number,
): Promise<void> {
  await client.query(
    `INSERT INTO order_event (order_id, at, type, asset_id, units, txid)
     SELECT order_id, $2, $3, asset_id, units, '' FROM payout WHERE id = $1`,
    [payoutId, at, type],
  );
}
