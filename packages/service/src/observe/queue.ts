import type { QueueDeposit } from '@swapdesk/contract';
import { DEPOSIT, depositIs } from '../deposits/life.ts';
import { type Loss, loadLosses } from '../engine/follow/losses.ts';
import { IS_UNCLAIMED } from '../engine/orders/give-back.ts';
import { IS_SURPLUS, SURPLUS_REASON } from '../orders/surplus.ts';
import type { Queryable } from '../store/database.ts';

/** A deposit about which somebody has to decide. */
export interface QueuedDeposit {
  readonly id: number;
  readonly kind: QueueDeposit['kind'];
  readonly reason: QueueDeposit['reason'];
  readonly no: string | null;
  readonly asset_id: number;
  readonly units: string;
  readonly txid: string;
  readonly address: string;
  readonly detail: string;
  readonly since: number;
}

const MOST_SHOWN = 300;

/** What screening has against a deposit `d`, or against whoever would get it back. */
const HIT = `
  (SELECT s.detail FROM screening s WHERE s.chain_id = d.chain_id AND s.is_hit
      AND (s.address = ANY (d.sources) OR s.address = o.refund_address) LIMIT 1)`;

/**
 * Confirmed deposits that wait: surplus of which nobody has said where to, what screening keeps, and what came to no order.
 * What is given back by itself in a moment is not among them.
 */
export async function openDeposits(client: Queryable): Promise<QueuedDeposit[]> {
  const { rows } = await client.query<QueuedDeposit>({
    name: 'open-deposits',
    text: `
      SELECT * FROM (
        SELECT d.id, CASE WHEN hit.detail IS NULL THEN 'surplus' ELSE 'held' END AS kind, ${SURPLUS_REASON} AS reason,
               o.no, d.asset_id, d.units::text, d.txid, d.address, coalesce(hit.detail, '') AS detail, d.confirmed_at AS since
          FROM deposit d JOIN orders o ON o.id = d.order_id, LATERAL (SELECT ${HIT} AS detail) AS hit
         WHERE ${depositIs('d', DEPOSIT.confirmed)} AND d.use IS NULL AND ${IS_SURPLUS}
           AND (o.refund_address IS NULL OR hit.detail IS NOT NULL)
        UNION ALL
        SELECT d.id, 'unclaimed', '', NULL, d.asset_id, d.units::text, d.txid, d.address, '', d.confirmed_at
          FROM deposit d
         WHERE d.order_id IS NULL AND ${depositIs('d', DEPOSIT.confirmed)} AND ${IS_UNCLAIMED}
           AND NOT EXISTS (SELECT 1 FROM address_space s WHERE s.treasury = d.address)
      ) AS waiting ORDER BY since, id LIMIT ${MOST_SHOWN}`,
  });
  return rows;
}

/** All that waits for a decision. */
export interface Queue {
  readonly deposits: readonly QueuedDeposit[];
  /** That nobody has acknowledged. */
  readonly losses: readonly Loss[];
}

export async function readQueue(client: Queryable): Promise<Queue> {
  const losses = (await loadLosses(client)).filter(({ acknowledgedAt }) => acknowledgedAt === 0);
  return { deposits: await openDeposits(client), losses };
}
