import { attemptIs, IN_BLOCK, isFirst, PURPOSE, type Purpose, UNMINED } from '../../payments/life.ts';
import { noteCancelAsked } from '../../payments/note-payments.ts';
import { keepPayouts } from '../../payouts/change-payouts.ts';
import { entriesNotSent } from '../../payouts/entries.ts';
import { type FinalCancel, freePayouts } from '../../payouts/note-payouts.ts';
import type { Queryable } from '../../store/database.ts';
import { madeAfterAll } from './made-after-all.ts';

/** The payouts of cancelled payments may be paid anew, and nothing of them is on its way any more. */
export async function freeCancelled(
  client: Queryable,
  cancels: readonly FinalCancel[],
  givesCoins: boolean,
): Promise<void> {
  if (cancels.length === 0) return;
  await freePayouts(client, cancels, givesCoins);
  await entriesNotSent(
    client,
    cancels.map(({ paymentId }) => paymentId),
  );
}

/**
 * Payments in a block are not cancelled, whoever wanted it. Should a reorganisation have undone a cancel, what was to be
 * paid anew and is not signed yet is paid by them after all. Returns how many payouts that are.
 */
export async function keepUncancelled(
  client: Queryable,
  paymentIds: readonly number[],
  at: number,
): Promise<number> {
  if (paymentIds.length === 0) return 0;
  const made = await madeAfterAll(client, paymentIds, at);
  return (await keepPayouts(client, paymentIds)) + made;
}

/** Why a payment is not cancelled. */
export type NotCancelled =
  | 'unknown'
  | 'in a block'
  | 'carries nothing'
  | 'cancelled already'
  | 'pays others too'
  | 'kept apart';

/** It gives back what screening stopped, by its own coin or from its own address. SQL about a payment `p`; `isKeptApart` asks the same about a coin. */
const SPENDS_KEPT_APART = `EXISTS (
  SELECT 1 FROM payment_spend s JOIN deposit q ON q.chain_id = s.chain_id AND q.txid = split_part(s.spend, ':', 1)
   WHERE s.payment_id = p.id AND s.spend = q.txid || ':' || q.index AND q.quarantined_at > 0)`;

/**
 * An operator wants a payment to be cancelled, by the number of any of its attempts. The engine does
 * it, unless a block takes it before. A cancel gives what it spends to the treasury, less its fee: what screening stopped would
 * be among the others then, and no longer enough to go back by itself; from an account its fee alone would be gone.
 */
export async function askToCancel(
  client: Queryable,
  id: number,
  at: number,
): Promise<'asked' | NotCancelled> {
  const { rows } = await client.query<{
    id: number;
    purpose: Purpose;
    is_open: boolean;
    is_cancelled: boolean;
    is_partly: boolean;
    is_kept_apart: boolean;
  }>(
    `SELECT p.id, p.purpose, p.cancel_asked_at > 0 AS is_cancelled, p.is_partly,
            ${SPENDS_KEPT_APART} AS is_kept_apart,
            NOT bool_or(${attemptIs('f', ...IN_BLOCK)}) AND bool_or(${isFirst('f')} AND ${attemptIs('f', ...UNMINED)}) AS is_open
       FROM attempt a JOIN payment p ON p.id = a.payment_id JOIN attempt f ON f.payment_id = p.id
      WHERE a.id = $1 GROUP BY p.id`,
    [id],
  );
  const payment = rows[0];
  if (payment === undefined) return 'unknown';
  if (!payment.is_open) return 'in a block';
  if (payment.purpose !== PURPOSE.payouts) return 'carries nothing';
  if (payment.is_cancelled) return 'cancelled already';
  if (payment.is_partly) return 'pays others too';
  if (payment.is_kept_apart) return 'kept apart';
  await noteCancelAsked(client, payment.id, at);
  return 'asked';
}
