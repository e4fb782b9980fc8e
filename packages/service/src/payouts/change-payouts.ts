import { CHILD_STATUS } from '@swapdesk/contract';
import { tellTransfers } from '../events/tell.ts';
import { isIn, setTo } from '../life.ts';
import type { Queryable } from '../store/database.ts';
import { PAYOUT_CHANGES } from './life.ts';
import { isOfEntry, payoutEventType, type Reason } from './reasons.ts';

/**
 * What happens to payouts by their payments. Here and in decide-payouts.ts is all that changes a payout's state: each change
 * of the table by compare-and-set, in the caller's transaction.
 */

const { signed, failed, arrived, undone, kept, retaken } = PAYOUT_CHANGES;

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
  const { rowCount } = await client.query({
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
       WHERE payout.id = may.id AND ${isIn('payout.state', signed.from)} AND t.id = may.id AND payout.address = t.address`,
    values: [
      carried.map(({ id }) => id),
      carried.map(({ paymentId }) => paymentId),
      carried.map(({ address }) => address),
    ],
  });
  return rowCount ?? 0;
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

/** A payout whose state has changed. */
export interface Changed {
  /** Null: it is of no order. */
  readonly order_id: number | null;
  readonly reason: Reason;
}

/** The payouts of a payment count as failed. */
export async function failPayouts(client: Queryable, paymentId: number): Promise<Changed[]> {
  const { rows } = await client.query<Changed>({
    name: 'fail-payouts',
    text: `
      UPDATE payout SET ${setTo(failed)} WHERE payment_id = $1 AND ${isIn('state', failed.from)} RETURNING order_id, reason`,
    values: [paymentId],
  });
  return rows;
}

/** A payment, by the transaction of it that a block has or had. */
export interface InChain {
  readonly paymentId: number;
  readonly txid: string;
}

/** What confirmed payments carry has arrived; so have the entries that follow it. Tells the orders. */
export async function payoutsArrived(
  client: Queryable,
  payments: readonly InChain[],
  at: number,
): Promise<Changed[]> {
  const { rows } = await client.query<Changed>({
    name: 'finish-payouts',
    text: `
      WITH arrived AS (
        UPDATE payout o SET ${setTo(arrived, '$3')} FROM unnest($1::bigint[], $2::text[]) AS t (payment_id, txid)
         WHERE o.payment_id = t.payment_id AND ${isIn('o.state', arrived.from)}
        RETURNING o.id, o.order_id, o.reason, o.entry, o.asset_id, o.units, t.txid
      ), entries AS (
        UPDATE order_entry e SET status = ${CHILD_STATUS.completed}, finished_at = $3 FROM arrived a
         WHERE ${isOfEntry('a')} AND e.order_id = a.order_id AND e.entry = a.entry
      ), ${tellTransfers('arrived', payoutEventType('confirmed'), '$3')}
      SELECT DISTINCT order_id, reason FROM arrived`,
    values: [payments.map(({ paymentId }) => paymentId), payments.map(({ txid }) => txid), at],
  });
  return rows;
}

/** The blocks of confirmed payments are gone: what they carry is on its way once more. Tells the orders. */
export async function undoPayouts(
  client: Queryable,
  payments: readonly InChain[],
  at: number,
): Promise<void> {
  await client.query({
    name: 'undo-payouts',
    text: `
      WITH undone AS (
        UPDATE payout o SET ${setTo(undone)} FROM unnest($1::bigint[], $2::text[]) AS t (payment_id, txid)
         WHERE o.payment_id = t.payment_id AND ${isIn('o.state', undone.from)}
        RETURNING o.id, o.order_id, o.reason, o.asset_id, o.units, t.txid
      ), ${tellTransfers('undone', payoutEventType('undone'), '$3::bigint')}
      SELECT FROM undone`,
    values: [payments.map(({ paymentId }) => paymentId), payments.map(({ txid }) => txid), at],
  });
}

/** The cancel of these payments is undone: what was to be paid anew and is not signed yet is paid by them. Returns how many. */
export async function keepPayouts(client: Queryable, paymentIds: readonly number[]): Promise<number> {
  const { rowCount } = await client.query({
    name: 'keep-uncancelled',
    text: `
      UPDATE payout o SET ${setTo(kept)}, payment_id = c.payment_id FROM attempt c
       WHERE c.payment_id = ANY ($1::bigint[]) AND c.is_cancel AND o.freed_by = c.id AND ${isIn('o.state', kept.from)}`,
    values: [paymentIds],
  });
  return rowCount ?? 0;
}

/** Withdrawals that were dropped are paid by these payments all the same. */
export async function retakeDropped(
  client: Queryable,
  paymentIds: readonly number[],
): Promise<{ id: number; asset_id: number; units: string }[]> {
  const { rows } = await client.query<{ id: number; asset_id: number; units: string }>({
    name: 'retake-dropped',
    text: `
      UPDATE payout SET ${setTo(retaken)} WHERE payment_id = ANY ($1::bigint[]) AND ${isIn('state', retaken.from)}
      RETURNING id, asset_id, units::text`,
    values: [paymentIds],
  });
  return rows;
}
