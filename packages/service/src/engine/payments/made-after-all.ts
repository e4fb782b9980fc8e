import { ORDER_STATUS } from '@swapdesk/contract';
import { post } from '../../ledger/post.ts';
import { makeAfterAll } from '../../payouts/decide-payouts.ts';
import { entryPaidAfterAll } from '../../payouts/entries.ts';
import { PAYOUT, payoutIs } from '../../payouts/life.ts';
import { isFor, REASON } from '../../payouts/reasons.ts';
import type { Queryable } from '../../store/database.ts';

interface Unmade {
  readonly id: number;
  readonly payment_id: number;
  readonly order_id: number;
  readonly entry: number;
  readonly asset_id: number;
  readonly units: string;
  /** What was to be given back in its place. */
  readonly refund_id: number;
  readonly source_id: number;
  readonly refund_units: string;
}

/**
 * An output was to be given back because its payment had been cancelled. A reorganisation has undone the cancel, and a block
 * has the payment: so the output is made after all, and what was to be given back, which nobody has signed, is not. What it
 * was worth is the treasury's again; no fee is earned with it. Returns how many.
 */
export async function madeAfterAll(
  client: Queryable,
  paymentIds: readonly number[],
  at: number,
): Promise<number> {
  const { rows } = await client.query<Unmade>({
    name: 'made-after-all',
    text: `
      SELECT o.id, c.payment_id, o.order_id, o.entry, o.asset_id, o.units::text,
             r.id AS refund_id, r.asset_id AS source_id, r.units::text AS refund_units
        FROM attempt c
        JOIN payout r ON r.freed_by = c.id AND ${isFor('r', REASON.entryRefund)} AND ${payoutIs('r', PAYOUT.ready)}
        JOIN payout o ON o.order_id = r.order_id AND ${isFor('o', REASON.output)} AND o.entry = r.entry AND ${payoutIs('o', PAYOUT.refunded)}
             AND o.freed_by = c.id
       WHERE c.payment_id = ANY ($1::bigint[]) AND c.is_cancel FOR UPDATE OF o, r`,
    values: [paymentIds],
  });
  for (const each of rows) await make(client, each, at);
  return rows.length;
}

async function make(client: Queryable, made: Unmade, at: number): Promise<void> {
  const { id, order_id: orderId, entry, units } = made;
  await makeAfterAll(client, { id, refundId: made.refund_id, paymentId: made.payment_id });
  await entryPaidAfterAll(client, orderId, entry, units);
  const [owed, back] = [BigInt(units), BigInt(made.refund_units)];
  const entries = [
    { account: 'order', orderId, assetId: made.asset_id, units: -owed },
    { account: 'treasury', assetId: made.asset_id, units: owed },
    { account: 'order', orderId, assetId: made.source_id, units: back },
    { account: 'treasury', assetId: made.source_id, units: -back },
  ] as const;
  await post(client, [{ why: `entry ${entry} of order ${orderId} was paid after all`, entries }], at);
  await client.query(
    `UPDATE orders SET resolution = 'exchange' WHERE id = $1 AND status = ${ORDER_STATUS.frozen} AND resolution = 'refund'`,
    [orderId],
  );
}
