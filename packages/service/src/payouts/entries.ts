import { CHILD_STATUS } from '@swapdesk/contract';
import type { Queryable } from '../store/database.ts';
import { isOfEntry } from './reasons.ts';

/** The entries of orders follow the payouts that pay them, or give them back. That one has arrived is written with it. */

const { toBePaid, paid } = CHILD_STATUS;

const OF_PAYMENTS = `
  p.payment_id = ANY ($1::bigint[]) AND ${isOfEntry('p')} AND e.order_id = p.order_id AND e.entry = p.entry`;

/** The network has been given these payments. */
export async function entriesSent(client: Queryable, paymentIds: readonly number[]): Promise<void> {
  await client.query({
    name: 'entries-sent',
    text: `UPDATE order_entry e SET status = ${paid} FROM payout p WHERE ${OF_PAYMENTS} AND e.status = ${toBePaid}`,
    values: [paymentIds],
  });
}

/** These payments are cancelled for good: nothing of them is on its way any more. */
export async function entriesNotSent(client: Queryable, paymentIds: readonly number[]): Promise<void> {
  await client.query({
    name: 'entries-not-sent',
    text: `UPDATE order_entry e SET status = ${toBePaid} FROM payout p WHERE ${OF_PAYMENTS} AND e.status = ${paid}`,
    values: [paymentIds],
  });
}

/** The blocks of these payments are gone. */
export async function entriesUndone(client: Queryable, paymentIds: readonly number[]): Promise<void> {
  await client.query(
    `UPDATE order_entry e SET status = ${paid}, finished_at = 0 FROM payout p WHERE ${OF_PAYMENTS}`,
    [paymentIds],
  );
}

/** An entry that was to be given back is paid with so much after all. */
export async function entryPaidAfterAll(
  client: Queryable,
  orderId: number,
  entry: number,
  units: string,
): Promise<void> {
  await client.query(
    `UPDATE order_entry SET units = $3, status = ${paid}, finished_at = 0 WHERE order_id = $1 AND entry = $2`,
    [orderId, entry, units],
  );
}
