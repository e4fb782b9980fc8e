import { ORDER_STATUS } from '@swapdesk/contract';
import { isUsedFor, USE } from '../deposits/life.ts';
import { FAILED_FOR_GOOD } from '../payments/failed-for-good.ts';
import { makePayoutsAnew } from '../payouts/decide-payouts.ts';
import { PAYOUT, payoutIs, payoutIsNot, UNPAID } from '../payouts/life.ts';
import { isFor, isOfEntry, REASON } from '../payouts/reasons.ts';
import type { Queryable } from '../store/database.ts';
import { LIMITS } from './bound-by-limits.ts';
import { changeStatus } from './change-status.ts';
import { EXCHANGED_BEFORE, GIVEN_BACK_BEFORE } from './paid-before.ts';

const { exchanging, frozen } = ORDER_STATUS;

/** What an operator may do with an order that its client may not. All of it in the caller's transaction. */

/** Stops an order that is being exchanged: nothing more is signed for it. False if it is not being exchanged. */
export async function freezeOrder(client: Queryable, orderId: number, at: number): Promise<boolean> {
  const ids = await changeStatus(client, {
    orderIds: [orderId],
    from: exchanging,
    to: frozen,
    cause: 'held',
    reason: 'frozen by an operator',
    at,
  });
  // What was decided about an earlier freeze says nothing about this one.
  await client.query(
    "UPDATE orders SET freeze_reason = 'OPERATOR', resolution = NULL WHERE id = ANY ($1::bigint[])",
    [ids],
  );
  return ids.length > 0;
}

export type Resolution = 'exchange' | 'refund';

/** Why an order cannot be resolved in that way. */
export type NotResolved =
  | 'not frozen'
  | 'no refund address'
  | 'already exchanged'
  | 'already refunded'
  | 'refund under way';

/**
 * SQL: a refund of an order `o` is on its way to another address than this one. Where it goes was said, and whoever signs it
 * goes by that: only who sends the payout itself elsewhere changes it.
 */
export const isUnderWayElsewhere = (address: string): string => `
  EXISTS (SELECT 1 FROM payout p WHERE p.order_id = o.id AND ${isFor('p', REASON.refund)} AND p.proposal_id IS NULL
             AND ${payoutIs('p', ...UNPAID)}
             AND p.address <> ${address} AND ${address} IS DISTINCT FROM o.refund_address)`;

/**
 * Decides about a frozen order, whatever froze it; the engine does it. What has begun is not turned round: once there
 * are outputs it can only go on, once its deposit is being given back it is not exchanged any more; also where a store that
 * went back has forgotten it.
 */
export async function resolveByOperator(
  client: Queryable,
  orderId: number,
  action: Resolution,
  refundAddress: string | null,
  /** When they decided: it is exchanged at later prices. 0: at any that count. */
  at = 0,
): Promise<'resolved' | NotResolved> {
  await client.query('SELECT 1 FROM orders WHERE id = $1 FOR UPDATE', [orderId]);
  const why = await whyNotResolved(client, orderId, action, refundAddress);
  // What was to be given back beside an order that is done may have been cancelled.
  if (why === 'not frozen' && (await makePayoutsAnew(client, orderId, FAILED_FOR_GOOD)) > 0)
    return 'resolved';
  if (why !== null) return why;
  await client.query(
    // Limits bind clients.
    `UPDATE orders SET resolution = $2, resolved_at = $4, limits = CASE WHEN $2 = 'exchange' THEN '${LIMITS.waived}' ELSE limits END,
            refund_address = CASE WHEN $2 = 'refund' THEN coalesce($3, refund_address) ELSE refund_address END
      WHERE id = $1`,
    [orderId, action, refundAddress, at],
  );
  await makePayoutsAnew(client, orderId, FAILED_FOR_GOOD);
  return 'resolved';
}

/** Why an order cannot be resolved in that way as it is now; null if it can. */
export async function whyNotResolved(
  client: Queryable,
  orderId: number,
  action: Resolution,
  refundAddress: string | null,
): Promise<NotResolved | null> {
  const { rows } = await client.query<{
    status: number;
    lacks_address: boolean;
    has_outputs: boolean;
    has_refunds: boolean;
    is_under_way: boolean;
  }>(
    `SELECT o.status, o.refund_address IS NULL AS lacks_address,
            EXISTS (SELECT 1 FROM payout p WHERE p.order_id = o.id AND ${isFor('p', REASON.output)}
                       AND ${payoutIsNot('p', PAYOUT.refunded)}) OR ${EXCHANGED_BEFORE} AS has_outputs,
            EXISTS (SELECT 1 FROM deposit d WHERE d.order_id = o.id AND d.asset_id = o.asset_id
                       AND d.units >= o.dust_units AND (${isUsedFor('d', USE.refund)} OR ${GIVEN_BACK_BEFORE}))
         OR EXISTS (SELECT 1 FROM payout p WHERE p.order_id = o.id AND ${isFor('p', REASON.entryRefund)}) AS has_refunds,
            ${isUnderWayElsewhere('$2::text')} AS is_under_way
       FROM orders o WHERE o.id = $1`,
    [orderId, refundAddress],
  );
  const order = rows[0];
  if (order?.status !== frozen) return 'not frozen';
  if (action === 'refund' && order.has_outputs) return 'already exchanged';
  // What is given back beside its outputs keeps nothing else from going on.
  if (action === 'exchange' && order.has_refunds && !order.has_outputs) return 'already refunded';
  if (action === 'refund' && order.lacks_address && refundAddress === null) return 'no refund address';
  if (action === 'refund' && order.is_under_way) return 'refund under way';
  return null;
}

/** What an order's failed payouts are for, if they can be made anew; null if none has failed for good. */
export async function retryDirection(client: Queryable, orderId: number): Promise<Resolution | null> {
  const { rows } = await client.query<{ is_of_entry: boolean }>(
    `SELECT ${isOfEntry('f')} AS is_of_entry FROM payout f WHERE f.order_id = $1 AND ${FAILED_FOR_GOOD} ORDER BY 1 DESC LIMIT 1`,
    [orderId],
  );
  if (rows[0] === undefined) return null;
  return rows[0].is_of_entry ? 'exchange' : 'refund';
}
