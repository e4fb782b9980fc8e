import { type AttemptState, attemptIs, isFirst, OPEN, type Purpose } from '../payments/life.ts';
import type { PayoutState } from '../payouts/life.ts';
import type { Reason } from '../payouts/reasons.ts';
import type { Queryable } from '../store/database.ts';
import { MOST_SHOWN } from './open-work.ts';

/** A payment that no block has for good. */
export interface OpenPayment {
  readonly id: number;
  readonly chain: string;
  readonly purpose: Purpose;
  /** Of the attempt that is in a block, or of the newest. */
  readonly state: AttemptState;
  readonly signed_at: number;
  /** How often it was replaced. */
  readonly bumps: number;
  readonly cancel_asked_at: number;
  /** Since when the network has refused it; 0 if it has not. */
  readonly refused_at: number;
  /** The orders that it pays. */
  readonly orders: readonly string[];
}

/** A transaction that was signed for a payment. */
export interface PaymentAttempt {
  readonly id: number;
  readonly txid: string;
  readonly is_cancel: boolean;
  readonly state: AttemptState;
  readonly signed_at: number;
  readonly height: number | null;
  readonly fee_units: string;
  /** The coin in which fees are paid. */
  readonly native_id: number;
}

/** What a payment pays to whom. */
export interface CarriedPayout {
  readonly id: number;
  readonly order: string;
  readonly reason: Reason;
  readonly asset_id: number;
  readonly units: string;
  readonly address: string;
  readonly state: PayoutState;
}

/** Payments that are not confirmed, oldest first; or the one of which this is an attempt, whatever its state. */
export async function openPayments(client: Queryable, id: number | null = null): Promise<OpenPayment[]> {
  const { rows } = await client.query<OpenPayment>(
    `SELECT p.id, c.name AS chain, p.purpose, newest.state, first.signed_at, newest.bumps, p.cancel_asked_at, newest.refused_at,
            ARRAY (SELECT DISTINCT o.no FROM payout y JOIN orders o ON o.id = y.order_id WHERE y.payment_id = p.id
                    ORDER BY o.no) AS orders
       FROM attempt first JOIN payment p ON p.id = first.payment_id JOIN chain c ON c.id = p.chain_id, LATERAL (
            SELECT (array_agg(f.state ORDER BY f.height IS NULL, f.id DESC))[1] AS state, count(*) - 1 AS bumps,
                   max(f.refused_at) AS refused_at
              FROM attempt f WHERE f.payment_id = p.id) AS newest
      WHERE ${isFirst('first')} AND CASE WHEN $1::bigint IS NULL THEN ${attemptIs('first', ...OPEN)}
                 ELSE p.id = (SELECT payment_id FROM attempt WHERE id = $1) END
      ORDER BY p.id LIMIT ${MOST_SHOWN}`,
    [id],
  );
  return rows;
}

/** All attempts of a payment, oldest first. */
export async function paymentAttempts(client: Queryable, paymentId: number): Promise<PaymentAttempt[]> {
  const { rows } = await client.query<PaymentAttempt>(
    `SELECT t.id, t.txid, t.is_cancel, t.state, t.signed_at, t.height, t.fee_units::text, a.id AS native_id
       FROM attempt t JOIN chain c ON c.id = t.chain_id JOIN asset a ON a.chain_id = c.id AND a.abbr = c.native_abbr
      WHERE t.payment_id = $1 ORDER BY t.id`,
    [paymentId],
  );
  return rows;
}

export async function carriedPayouts(client: Queryable, paymentId: number): Promise<CarriedPayout[]> {
  const { rows } = await client.query<CarriedPayout>(
    `SELECT p.id, coalesce(o.no, '-') AS order, p.reason, p.asset_id, p.units::text, p.address, p.state
       FROM payout p LEFT JOIN orders o ON o.id = p.order_id WHERE p.payment_id = $1 ORDER BY p.id`,
    [paymentId],
  );
  return rows;
}
