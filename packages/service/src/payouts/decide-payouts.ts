import { isIn, literal, setTo } from '../life.ts';
import type { Queryable } from '../store/database.ts';
import { PAYOUT_CHANGES } from './life.ts';
import { REASON } from './reasons.ts';

/**
 * What operators decide about payouts that are surely unpaid. Whoever calls has locked the payout and looked; a change from
 * a state that the table does not have throws.
 */

const { redirected, refunded, dropped } = PAYOUT_CHANGES;
const PAID_ANEW = PAYOUT_CHANGES['paid anew'];
const MADE_AFTER_ALL = PAYOUT_CHANGES['made after all'];
const TAKEN_BACK = PAYOUT_CHANGES['taken back'];

/** Makes those payouts of an order anew for which a condition holds: SQL about a payout `f`. Returns how many. */
export async function makePayoutsAnew(client: Queryable, orderId: number, which: string): Promise<number> {
  const { rowCount } = await client.query(
    `UPDATE payout f SET ${setTo(PAID_ANEW)} WHERE f.order_id = $1 AND ${isIn('f.state', PAID_ANEW.from)} AND ${which}`,
    [orderId],
  );
  return rowCount ?? 0;
}

/** Makes one anew. */
export async function payOneAnew(client: Queryable, id: number): Promise<void> {
  await changeOne(client, PAID_ANEW, id, '');
}

/** It goes to another address, by a confirmed proposal. */
export async function redirectPayout(
  client: Queryable,
  id: number,
  address: string,
  proposalId: number,
): Promise<void> {
  await changeOne(client, redirected, id, ', address = $2, proposal_id = $3', [address, proposalId]);
}

/** It is not made: its part of the source is given back, by a confirmed proposal. */
export async function refundInstead(client: Queryable, id: number, proposalId: number): Promise<void> {
  await changeOne(client, refunded, id, ', proposal_id = $2', [proposalId]);
}

/** A withdrawal or a settlement is not made. Should a reorganisation undo a cancel, and the payment be mined after all, it is known by that. */
export async function dropPayout(client: Queryable, id: number): Promise<void> {
  const payment = '(SELECT c.payment_id FROM attempt c WHERE c.id = payout.freed_by)';
  await changeOne(client, dropped, id, `, payment_id = coalesce(payment_id, ${payment})`);
}

/** An output that was to be given back is paid by a payment after all, and what was to be given back is not. */
export async function makeAfterAll(
  client: Queryable,
  { id, refundId, paymentId }: { readonly id: number; readonly refundId: number; readonly paymentId: number },
): Promise<void> {
  const { rowCount } = await client.query(
    `DELETE FROM payout WHERE id = $1 AND reason = ${literal(REASON.entryRefund)} AND ${isIn('state', TAKEN_BACK.from)}`,
    [refundId],
  );
  if (rowCount !== 1) throw new Error(`payout ${refundId} is not ready any more`);
  await changeOne(client, MADE_AFTER_ALL, id, ', payment_id = $2', [paymentId]);
}

type Made = typeof PAID_ANEW | typeof redirected | typeof refunded | typeof dropped | typeof MADE_AFTER_ALL;

async function changeOne(
  client: Queryable,
  change: Made,
  id: number,
  more: string,
  values: readonly unknown[] = [],
): Promise<void> {
  const { rowCount } = await client.query(
    `UPDATE payout SET ${setTo(change)}${more} WHERE id = $1 AND ${isIn('state', change.from)}`,
    [id, ...values],
  );
  if (rowCount !== 1) throw new Error(`payout ${id} does not become ${change.to} as it is now`);
}
