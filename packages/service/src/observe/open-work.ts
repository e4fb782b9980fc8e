import { ORDER_STATUS } from '@swapdesk/contract';
import { attemptIs, IN_BLOCK, isFirst, UNMINED } from '../payments/life.ts';
import { PAYOUT, payoutIs } from '../payouts/life.ts';
import type { Queryable } from '../store/database.ts';

/** What waits to be done. Everything is found by an index, however many orders there are. */

const { sent, exchanging, frozen } = ORDER_STATUS;
/** More than a person would look at; the count then says "or more". */
export const MOST_SHOWN = 10_000;

export interface WaitingPayouts {
  readonly chain_id: number;
  readonly payouts: number;
  /** When the oldest was written; Unix seconds. */
  readonly oldest: number;
}

/** Payouts that are to be signed, by chain. */
export async function waitingPayouts(client: Queryable): Promise<WaitingPayouts[]> {
  const { rows } = await client.query<WaitingPayouts>({
    name: 'waiting-payouts',
    text: `
      SELECT chain_id, count(*) AS payouts, min(created_at) AS oldest
        FROM payout p WHERE ${payoutIs('p', PAYOUT.ready)} GROUP BY chain_id ORDER BY chain_id`,
  });
  return rows;
}

export interface UnminedPayment {
  readonly id: number;
  readonly chain_id: number;
  readonly txid: string;
  readonly signed_at: number;
  /** Since when the network has refused it; 0 if it has not. */
  readonly refused_at: number;
}

/** Payments that no block has taken: signed before a time, or refused by the network. Oldest first. */
export async function unminedPayments(client: Queryable, before: number): Promise<UnminedPayment[]> {
  const { rows } = await client.query<UnminedPayment>({
    name: 'unmined-since',
    text: `
      SELECT a.id, a.chain_id, a.txid, a.signed_at, a.refused_at FROM attempt a
       WHERE ${attemptIs('a', ...UNMINED)} AND (a.refused_at > 0 OR ${isFirst('a')} AND a.signed_at < $1)
         AND NOT EXISTS (SELECT 1 FROM attempt r WHERE r.payment_id = a.payment_id AND ${attemptIs('r', ...IN_BLOCK)})
       ORDER BY a.id LIMIT ${MOST_SHOWN}`,
    values: [before],
  });
  return rows;
}

export interface SlowOrder {
  readonly no: string;
  readonly status: number;
  readonly since: number;
}

/** Orders that were paid, or accepted, before a time and have not moved on, oldest first. */
export async function slowOrders(client: Queryable, before: number): Promise<SlowOrder[]> {
  const { rows } = await client.query<SlowOrder>({
    name: 'slow-orders',
    text: `
      SELECT o.no, o.status, o.since FROM account a CROSS JOIN unnest($1::int[]) AS s (status), LATERAL (
             SELECT no, status, CASE status WHEN ${sent} THEN paid_at ELSE accepted_at END AS since FROM orders
              WHERE account_id = a.id AND status = s.status ORDER BY position LIMIT ${MOST_SHOWN}) AS o
       WHERE o.since < $2 ORDER BY o.since`,
    values: [[sent, exchanging], before],
  });
  return rows;
}

/** A frozen order, for whoever decides about it. */
export interface FrozenOrder {
  readonly no: string;
  readonly reason: string;
  readonly assetId: number;
  /** What has arrived. */
  readonly units: string;
  readonly since: number;
  /** What was decided and is not done yet; empty: nothing. */
  readonly resolution: string;
}

const MOST_LISTED = 300;

/** First those that nobody has decided, of them the oldest. */
export async function listFrozen(client: Queryable): Promise<FrozenOrder[]> {
  const { rows } = await client.query<FrozenOrder>({
    name: 'list-frozen',
    text: `
      SELECT o.no, coalesce(o.freeze_reason, '') AS reason, o.asset_id AS "assetId", o.received_units::text AS units,
             o.frozen_at AS since, coalesce(o.resolution, '') AS resolution
        FROM account a, LATERAL (
             SELECT no, freeze_reason, asset_id, received_units, frozen_at, resolution FROM orders
              WHERE account_id = a.id AND status = ${frozen} ORDER BY position LIMIT ${MOST_SHOWN}) AS o
       ORDER BY o.resolution IS NOT NULL, o.frozen_at, o.no LIMIT ${MOST_LISTED}`,
  });
  return rows;
}

export interface FrozenOrders {
  readonly reason: string;
  readonly orders: number;
  /** Of those: decided, but not done. */
  readonly decided: number;
  /** The number of one of them. */
  readonly example: string;
}

/** Frozen orders by the reason. */
export async function frozenOrders(client: Queryable): Promise<FrozenOrders[]> {
  const { rows } = await client.query<FrozenOrders>({
    name: 'frozen-orders',
    text: `
      SELECT coalesce(o.freeze_reason, 'none') AS reason, count(*) AS orders, count(o.resolution) AS decided,
             min(o.no) AS example
        FROM account a, LATERAL (
             SELECT no, freeze_reason, resolution FROM orders
              WHERE account_id = a.id AND status = ${frozen} ORDER BY position LIMIT ${MOST_SHOWN}) AS o
       GROUP BY 1 ORDER BY 1`,
  });
  return rows;
}
