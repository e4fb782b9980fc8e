import { PAYOUT, payoutIs } from '../../payouts/life.ts';
import type { Queryable } from '../../store/database.ts';

/** A payout of which it is known why it waits. */
export interface WaitingPayout {
  readonly id: number;
  readonly no: string | null;
  readonly asset_id: number;
  readonly units: string;
  readonly why: string;
  readonly since: number;
}

const MOST_NAMED = 100;

/** Those that have waited longest first. */
export async function whyWaiting(client: Queryable): Promise<WaitingPayout[]> {
  const { rows } = await client.query<WaitingPayout>({
    name: 'why-waiting',
    text: `
      SELECT p.id, o.no, p.asset_id, p.units::text, p.waits_why AS why, p.waits_since AS since
        FROM payout p LEFT JOIN orders o ON o.id = p.order_id
       WHERE ${payoutIs('p', PAYOUT.ready)} AND p.waits_why IS NOT NULL ORDER BY p.waits_since, p.id LIMIT ${MOST_NAMED}`,
  });
  return rows;
}
