import { ORDER_STATUS } from '@swapdesk/contract';
import type { Queryable } from '../store/database.ts';
import { EARNED, payCommissions, takeBackCommissions } from './commission.ts';

/** Settlements that are not paid: what they cover is due again. */

/** Whoever completes an order or undoes that waits: to be called before anything else is locked. */
export async function lockCovered(client: Queryable, settlementId: number): Promise<void> {
  await client.query(
    `SELECT 1 FROM orders WHERE id IN (SELECT order_id FROM referral_order WHERE settlement_id = $1) ORDER BY id FOR SHARE`,
    [settlementId],
  );
}

/**
 * Lets go of the commissions of a settlement whose orders are locked. While it had them they did not follow their orders: those
 * that came undone have earned nothing, and those that were completed anew what they come to now.
 */
export async function releaseSettlement(client: Queryable, id: number, at: number): Promise<void> {
  const { rows } = await client.query<{ order_id: number; is_completed: boolean; is_right: boolean }>(
    `SELECT r.order_id, w.status = ${ORDER_STATUS.completed} AS is_completed, r.commission = ${EARNED} AS is_right
       FROM referral_order r JOIN orders w ON w.id = r.order_id WHERE r.settlement_id = $1 ORDER BY r.order_id FOR UPDATE OF r`,
    [id],
  );
  await client.query('UPDATE settlement SET released = $2 WHERE id = $1', [
    id,
    rows.map(({ order_id }) => order_id),
  ]);
  await client.query('UPDATE referral_order SET settlement_id = NULL WHERE settlement_id = $1', [id]);
  const other = rows.filter(({ is_completed, is_right }) => !is_completed || !is_right);
  await takeBackCommissions(client, idsOf(other), at);
  await payCommissions(client, idsOf(other.filter(({ is_completed }) => is_completed)), at);
}

/**
 * A settlement that was let go is paid all the same: it covers again what no other has covered since. What another has is paid
 * twice, and nobody can take that back.
 */
export async function coverAgain(client: Queryable, ids: readonly number[]): Promise<void> {
  await client.query(
    `UPDATE referral_order r SET settlement_id = s.id FROM settlement s
      WHERE s.id = ANY ($1::bigint[]) AND r.order_id = ANY (s.released) AND r.settlement_id IS NULL AND r.commission > 0`,
    [ids],
  );
  await client.query('UPDATE settlement SET released = NULL WHERE id = ANY ($1::bigint[])', [ids]);
}

function idsOf(rows: readonly { readonly order_id: number }[]): number[] {
  return rows.map(({ order_id }) => order_id);
}
