import { MESSAGE, ORDER_STATUS } from '@swapdesk/contract';
import { IS_LOST } from '../engine/hold/lost-payments.ts';
import { FAILED_FOR_GOOD } from '../payments/failed-for-good.ts';
import { ATTEMPT, attemptIsNot } from '../payments/life.ts';
import { PAYOUT, type PayoutState, payoutIs } from '../payouts/life.ts';
import { type OrderReason, REASONS } from '../payouts/reasons.ts';
import { Refusal } from '../refusal.ts';
import type { Queryable } from '../store/database.ts';

const { exchanging, frozen } = ORDER_STATUS;

/** A payout of an order, as it is now. */
export interface OpenPayout {
  readonly id: number;
  readonly reason: OrderReason;
  /** That it pays, or gives back. */
  readonly entry: number | null;
  readonly asset_id: number;
  readonly address: string;
  readonly units: string;
  readonly state: PayoutState;
  /** The cancel that keeps an earlier payment of it out of the chain. */
  readonly freed_by: number | null;
  readonly order_id: number;
  readonly no: string;
  readonly status: number;
  readonly freeze_reason: string | null;
  readonly refund_address: string | null;
  readonly refund_memo: string | null;
}

/** Reads a payout of an order, whatever its state. */
export async function readPayout(client: Queryable, text: string | undefined): Promise<OpenPayout> {
  const { rows } = await client.query<OpenPayout>(
    `SELECT p.id, p.reason, p.entry, p.asset_id, p.address, p.units::text, p.state, p.freed_by, p.order_id, o.no, o.status,
            o.freeze_reason, o.refund_address, o.refund_memo
       FROM payout p JOIN orders o ON o.id = p.order_id WHERE p.id = $1`,
    [/^\d{1,15}$/.test(text ?? '') ? text : 0],
  );
  if (rows[0] === undefined) throw new Refusal(MESSAGE.payoutNotFound);
  return rows[0];
}

/**
 * SQL about a payout `f`: it is surely not paid and never will be as it is. It waits to be signed, or has failed for good;
 * nothing was signed for it that the store lacks. What else was signed is on record, and excluded.
 */
export const SURELY_UNPAID = `
  ((${payoutIs('f', PAYOUT.ready)} OR ${FAILED_FOR_GOOD})
   AND NOT EXISTS (SELECT 1 FROM attempt c WHERE c.id = f.freed_by AND ${attemptIsNot('c', ATTEMPT.confirmed)})
   AND NOT (${IS_LOST}))`;

/**
 * Locks a payout that is surely unpaid and reads it again; throws a Refusal for any other. Whoever signs holds the payout or
 * its order while deciding, so nothing is signed for it from here until the transaction ends.
 */
export async function lockUnpaid(client: Queryable, { id, order_id }: OpenPayout): Promise<OpenPayout> {
  await client.query('SELECT 1 FROM orders WHERE id = $1 FOR UPDATE', [order_id]);
  await client.query('SELECT 1 FROM payout WHERE id = $1 FOR UPDATE', [id]);
  const { rowCount } = await client.query(`SELECT 1 FROM payout f WHERE f.id = $1 AND ${SURELY_UNPAID}`, [
    id,
  ]);
  if (rowCount === 0) throw new Refusal(MESSAGE.mayBePaid);
  const payout = await readPayout(client, String(id));
  const isServed = payout.status === exchanging || payout.status === frozen;
  const { isOfEntry } = REASONS[payout.reason];
  if (isOfEntry && !isServed) throw new Refusal(MESSAGE.notServed);
  if (isOfEntry && payout.freeze_reason === 'SCREENING' && payout.status === frozen)
    throw new Refusal(MESSAGE.screenedFirst);
  return payout;
}
