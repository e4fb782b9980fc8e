import { CHILD_STATUS } from '@swapdesk/contract';
import { tellTransfers } from '../events/tell.ts';
import { isIn, setTo } from '../life.ts';
import type { Queryable } from '../store/database.ts';
import { touched } from '../traces/touched.ts';
import { PAYOUT_CHANGES } from './life.ts';
import { isOfEntry, payoutEventType, type Reason } from './reasons.ts';

/**
 * What becomes of payouts by what becomes of their payments. Like all that changes a payout's state: by compare-and-set with the
 * table, in the caller's transaction.
 */

const { failed, arrived, undone, expired, kept, retaken } = PAYOUT_CHANGES;

/** A payout whose state has changed. */
export interface Changed {
  /** Null: it is of no order. */
  readonly order_id: number | null;
  readonly reason: Reason;
  /** Null: it pays none. */
  readonly settlement_id: number | null;
}

/** The payouts of a payment count as failed. */
export async function failPayouts(client: Queryable, paymentId: number): Promise<Changed[]> {
  const { rows } = await client.query<Changed>({
    name: 'fail-payouts',
    text: `
      UPDATE payout SET ${setTo(failed)} WHERE payment_id = $1 AND ${isIn('state', failed.from)} RETURNING order_id, reason, settlement_id`,
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
        RETURNING o.id, o.order_id, o.reason, o.entry, o.asset_id, o.units, o.settlement_id, t.txid
      ), entries AS (
        UPDATE order_entry e SET status = ${CHILD_STATUS.completed}, finished_at = $3 FROM arrived a
         WHERE ${isOfEntry('a')} AND e.order_id = a.order_id AND e.entry = a.entry
      ), ${tellTransfers('arrived', payoutEventType('confirmed'), '$3')}
      SELECT DISTINCT order_id, reason, settlement_id FROM arrived`,
    values: [payments.map(({ paymentId }) => paymentId), payments.map(({ txid }) => txid), at],
  });
  touched(client, rows, 'payout.confirmed');
  return rows;
}

/** The blocks of confirmed payments are gone: what they carry is on its way once more. Tells the orders. Returns the settlements. */
export async function undoPayouts(
  client: Queryable,
  payments: readonly InChain[],
  at: number,
): Promise<number[]> {
  const { rows } = await client.query<{ settlement_id: number }>({
    name: 'undo-payouts',
    text: `
      WITH undone AS (
        UPDATE payout o SET ${setTo(undone)} FROM unnest($1::bigint[], $2::text[]) AS t (payment_id, txid)
         WHERE o.payment_id = t.payment_id AND ${isIn('o.state', undone.from)}
        RETURNING o.id, o.order_id, o.reason, o.asset_id, o.units, o.settlement_id, t.txid
      ), ${tellTransfers('undone', payoutEventType('undone'), '$3::bigint')}
      SELECT settlement_id FROM undone WHERE settlement_id IS NOT NULL`,
    values: [payments.map(({ paymentId }) => paymentId), payments.map(({ txid }) => txid), at],
  });
  return rows.map(({ settlement_id }) => settlement_id);
}

/** These payments have expired: what they carry is to be paid anew. */
export async function payoutsExpired(client: Queryable, paymentIds: readonly number[]): Promise<void> {
  await client.query({
    name: 'payouts-expired',
    text: `UPDATE payout SET ${setTo(expired)} WHERE payment_id = ANY ($1::bigint[]) AND ${isIn('state', expired.from)}`,
    values: [paymentIds],
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

/** What was dropped and is paid by a payment all the same. */
export interface Retaken {
  readonly id: number;
  readonly reason: Reason;
  readonly asset_id: number;
  readonly units: string;
  readonly settlement_id: number | null;
}

/** What was dropped is paid by these payments all the same. */
export async function retakeDropped(client: Queryable, paymentIds: readonly number[]): Promise<Retaken[]> {
  const { rows } = await client.query<Retaken>({
    name: 'retake-dropped',
    text: `
      UPDATE payout SET ${setTo(retaken)} WHERE payment_id = ANY ($1::bigint[]) AND ${isIn('state', retaken.from)}
      RETURNING id, reason, asset_id, units::text, settlement_id`,
    values: [paymentIds],
  });
  return rows;
}
