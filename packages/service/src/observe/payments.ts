import type { Reason } from '../payouts/reasons.ts';
import type { Queryable } from '../store/database.ts';
import { MOST_SHOWN } from './open-work.ts';

/** A transaction of ours that no block has for good, by the first of those that replace one another. */
export interface OpenPayment {
  readonly id: number;
  readonly chain: string;
  readonly purpose: string;
  readonly state: string;
  readonly signed_at: number;
  /** How often it was replaced. */
  readonly bumps: number;
  readonly cancel_at: number;
  /** Since when the network has refused it; 0 if it has not. */
  readonly refused_at: number;
  /** The orders that it pays. */
  readonly orders: readonly string[];
}

/** One of the transactions that replace one another. */
export interface PaymentVersion {
  readonly id: number;
  readonly txid: string;
  readonly purpose: string;
  readonly state: string;
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
  readonly state: string;
}

/** Payments that are not confirmed, oldest first; or the one with this number, whatever its state. */
export async function openPayments(client: Queryable, id: number | null = null): Promise<OpenPayment[]> {
  const { rows } = await client.query<OpenPayment>(
    `SELECT p.id, c.name AS chain, p.purpose, newest.state, p.signed_at, newest.bumps, p.cancel_at, newest.refused_at,
            ARRAY (SELECT DISTINCT o.no FROM payout y JOIN orders o ON o.id = y.order_id WHERE y.payment_id = p.id
                    ORDER BY o.no) AS orders
       FROM payment p JOIN chain c ON c.id = p.chain_id, LATERAL (
            SELECT (array_agg(f.state ORDER BY f.height IS NULL, f.id DESC))[1] AS state, count(*) - 1 AS bumps,
                   max(f.refused_at) AS refused_at
              FROM payment f WHERE f.id = p.id OR f.replaces = p.id) AS newest
      WHERE CASE WHEN $1::bigint IS NULL THEN p.state IN ('signed', 'sent', 'mined') AND p.replaces IS NULL
                 ELSE p.id = (SELECT coalesce(replaces, id) FROM payment WHERE id = $1) END
      ORDER BY p.id LIMIT ${MOST_SHOWN}`,
    [id],
  );
  return rows;
}

/** All that replace one another, oldest first, by the number of the first. */
export async function paymentVersions(client: Queryable, firstId: number): Promise<PaymentVersion[]> {
  const { rows } = await client.query<PaymentVersion>(
    `SELECT p.id, p.txid, p.purpose, p.state, p.signed_at, p.height, p.fee_units::text, a.id AS native_id
       FROM payment p JOIN chain c ON c.id = p.chain_id JOIN asset a ON a.chain_id = c.id AND a.abbr = c.native_abbr
      WHERE p.id = $1 OR p.replaces = $1 ORDER BY p.id`,
    [firstId],
  );
  return rows;
}

export async function carriedPayouts(client: Queryable, firstId: number): Promise<CarriedPayout[]> {
  const { rows } = await client.query<CarriedPayout>(
    `SELECT p.id, coalesce(o.no, '-') AS order, p.reason, p.asset_id, p.units::text, p.address, p.state
       FROM payout p LEFT JOIN orders o ON o.id = p.order_id WHERE p.payment_id = $1 ORDER BY p.id`,
    [firstId],
  );
  return rows;
}
