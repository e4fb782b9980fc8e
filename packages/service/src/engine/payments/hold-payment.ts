import { ORDER_STATUS } from '@swapdesk/contract';
import { changeStatus } from '../../orders/change-status.ts';
import type { Queryable } from '../../store/database.ts';

const { exchanging, refunded, frozen } = ORDER_STATUS;

/**
 * The orders of a payment that the network has refused for long, or that came to nothing in a block, wait for an
 * operator. Its payouts count as failed; if a block has it after all, they count as paid. Nothing is signed anew: whoever
 * looks must know that it is not paid. Returns the orders that were held by this.
 */
export async function holdPayment(
  client: Queryable,
  paymentId: number,
  reason: string,
  at: number,
): Promise<number[]> {
  const { rows } = await client.query<{ order_id: number }>({
    name: 'fail-payouts',
    text: `
      UPDATE payout SET state = 'failed' WHERE payment_id = $1 AND state IN ('signed', 'failed') RETURNING order_id`,
    values: [paymentId],
  });
  const orderIds = [...new Set(rows.map(({ order_id }) => order_id))];
  const to = frozen;
  const held = await changeStatus(client, { orderIds, from: exchanging, to, cause: 'held', reason, at });
  const undone = await changeStatus(client, {
    orderIds,
    from: refunded,
    to,
    cause: 'refund undone',
    reason,
    at,
  });
  // One that was to be refunded still is: should a block have its refund after all, that is what it is waiting for.
  await client.query(
    `UPDATE orders SET freeze_reason = 'OPERATOR', resolution = CASE WHEN id = ANY ($2::bigint[]) THEN resolution END
      WHERE id = ANY ($1::bigint[])`,
    [[...held, ...undone], undone],
  );
  return [...held, ...undone];
}
