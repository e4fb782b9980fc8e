import { isIn, setTo } from '../life.ts';
import type { Queryable } from '../store/database.ts';
import { touched } from '../traces/touched.ts';
import { PAYOUT_CHANGES } from './life.ts';

/** Payouts become a payment's to pay. */

const { signed } = PAYOUT_CHANGES;

/** A payout, and the payment that carries it. */
export interface Carried {
  readonly id: number;
  readonly paymentId: number;
  /** Where that goes. */
  readonly address: string;
}

/**
 * Payments carry these from now on. Only those that may be signed, which is SQL about a payout `p` and its order `o`; the orders
 * are locked. Where one goes may have been changed since it was read: then these bytes are not the ones. Returns how many.
 */
export async function carryPayouts(
  client: Queryable,
  carried: readonly Carried[],
  mayBeSigned: string,
): Promise<number> {
  const { rows } = await client.query<{ order_id: number | null; payment_id: number }>({
    name: 'payouts-signed',
    text: `
      WITH o AS MATERIALIZED (
        SELECT id, status, resolution FROM orders
         WHERE id IN (SELECT order_id FROM payout WHERE id = ANY ($1::bigint[])) ORDER BY id FOR SHARE
      ), may AS (
        SELECT p.id FROM payout p LEFT JOIN o ON o.id = p.order_id WHERE p.id = ANY ($1::bigint[]) AND ${mayBeSigned}
      )
      UPDATE payout SET ${setTo(signed)}, payment_id = t.payment_id
        FROM may, unnest($1::bigint[], $2::bigint[], $3::text[]) AS t (id, payment_id, address)
       WHERE payout.id = may.id AND ${isIn('payout.state', signed.from)} AND t.id = may.id AND payout.address = t.address
      RETURNING payout.order_id, payout.payment_id`,
    values: [
      carried.map(({ id }) => id),
      carried.map(({ paymentId }) => paymentId),
      carried.map(({ address }) => address),
    ],
  });
  touched(client, rows, 'payout.signed');
  return rows.length;
}

/** A payment that was signed before and had been lost carries these. Locked, and known to be ready. */
export async function giveToPayment(
  client: Queryable,
  ids: readonly number[],
  paymentId: number,
): Promise<void> {
  const { rowCount } = await client.query(
    `UPDATE payout SET ${setTo(signed)}, payment_id = $2 WHERE id = ANY ($1::bigint[]) AND ${isIn('state', signed.from)}`,
    [ids, paymentId],
  );
  if (rowCount !== ids.length) throw new Error(`payouts ${ids.join(', ')} are not all ready`);
}

/** An operator says that a transaction of the chain, which has become a payment, has paid these so much. */
export async function findPaid(
  client: Queryable,
  paymentId: number,
  paid: readonly { readonly id: number; readonly units: bigint }[],
): Promise<void> {
  const change = PAYOUT_CHANGES['found paid'];
  const { rowCount } = await client.query(
    `UPDATE payout SET ${setTo(change)}, payment_id = $1, units = t.units
       FROM unnest($2::bigint[], $3::numeric[]) AS t (id, units) WHERE payout.id = t.id AND ${isIn('payout.state', change.from)}`,
    [paymentId, paid.map(({ id }) => id), paid.map(({ units }) => String(units))],
  );
  if (rowCount !== paid.length) throw new Error(`payouts of payment ${paymentId} have been paid meanwhile`);
}
