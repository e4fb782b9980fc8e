import type { Queryable } from '../../store/database.ts';

/**
 * Notes why a payout that is ready cannot be signed, for whoever looks; since when stays, whatever the words are. True if
 * nothing was noted before. A note that comes too late does no harm: one that is signed keeps none.
 */
export async function noteWaiting(
  client: Queryable,
  payoutId: number,
  why: string,
  now: number,
): Promise<boolean> {
  const { rows } = await client.query<{ since: number }>({
    name: 'note-waiting',
    text: `
      UPDATE payout SET waits_why = $2, waits_since = coalesce(waits_since, $3) WHERE id = $1 AND state = 'ready'
      RETURNING waits_since AS since`,
    values: [payoutId, why, now],
  });
  return rows[0]?.since === now;
}

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
       WHERE p.state = 'ready' AND p.waits_why IS NOT NULL ORDER BY p.waits_since, p.id LIMIT ${MOST_NAMED}`,
  });
  return rows;
}
