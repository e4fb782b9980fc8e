import type { Queryable } from '../store/database.ts';

/** Whether a chain has payouts to sign, and payments that no block has taken yet. */
export interface OpenWork {
  readonly hasPayouts: boolean;
  readonly hasPayments: boolean;
  /** Payments that a record has and the store lacks. */
  readonly hasLost: boolean;
  readonly isHeld: boolean;
}

/** Asked at each round, so that a chain on which nothing happens costs next to nothing. */
export async function openWork(client: Queryable, chainId: number): Promise<OpenWork> {
  const { rows } = await client.query<OpenWork>({
    name: 'open-work',
    text: `
      SELECT EXISTS (SELECT 1 FROM payout WHERE chain_id = $1 AND state = 'ready') AS "hasPayouts",
             EXISTS (SELECT 1 FROM payment WHERE chain_id = $1 AND state IN ('signed', 'sent')) AS "hasPayments",
             EXISTS (SELECT 1 FROM lost_payment WHERE chain_id = $1 AND NOT is_idle AND NOT is_kept) AS "hasLost",
             EXISTS (SELECT 1 FROM hold WHERE id IS NOT NULL) AS "isHeld"`,
    values: [chainId],
  });
  return rows[0] as OpenWork;
}
