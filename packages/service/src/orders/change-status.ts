import type { OrderStatus } from '@swapdesk/contract';
import type { Queryable } from '../store/database.ts';
import { touched } from '../traces/touched.ts';
import { type Cause, transition } from './life.ts';

export interface StatusChange {
  readonly orderIds: readonly number[];
  readonly from: OrderStatus;
  readonly to: OrderStatus;
  readonly cause: Cause;
  /** For the history, if there is more to say than the cause. */
  readonly reason?: string;
  readonly at: number;
}

/**
 * The one place where an order changes its status: compare-and-set against the transition table, with its history and
 * the counts of the lists, in the caller's transaction. The update locks the orders before their events get ids: events/tell.ts. Returns the ids that were in the status and are now in the
 * other; those that had moved on meanwhile are left alone.
 */
export async function changeStatus(client: Queryable, change: StatusChange): Promise<number[]> {
  const { orderIds, from, to, cause, at } = change;
  const found = transition(from, to, cause);
  if (found === null) throw new Error(`no order goes from ${from} to ${to} because of "${cause}"`);
  if (orderIds.length === 0) return [];
  const stamps = [
    ...found.stamps.map((column) => `, ${column} = $5`),
    ...found.clears.map((column) => `, ${column} = 0`),
  ].join('');
  const { rows } = await client.query<{ id: number }>({
    name: `change-status-${from}-${to}-${cause}`,
    text: `
      WITH changed AS (
        UPDATE orders SET status = $3${stamps} WHERE id = ANY ($1::bigint[]) AND status = $2
        RETURNING id, account_id, position
      ), told AS (
        INSERT INTO order_event (order_id, at, from_status, to_status, reason)
        SELECT id, $5, $2, $3, $4 FROM changed ORDER BY id
      ), counted AS (
        INSERT INTO roll_delta (roll_id, facet, position, members)
        SELECT orders_roll_id, facet, position, members
          FROM changed JOIN account ON account.id = account_id,
               (VALUES ($2::smallint, -1), ($3::smallint, 1)) AS moved (facet, members)
      ), referred AS (
        UPDATE referral_order r SET updated_at = greatest(r.updated_at, $5) FROM changed WHERE r.order_id = changed.id
      )
      SELECT id FROM changed`,
    values: [orderIds, from, to, change.reason ?? cause, at],
  });
  touched(
    client,
    rows.map(({ id }) => ({ order_id: id })),
    'order.status',
    { from, to, cause },
  );
  return rows.map(({ id }) => id);
}
