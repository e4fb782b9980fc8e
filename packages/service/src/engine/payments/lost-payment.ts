import type { Coin } from '../../chains/chain.ts';
import type { Queryable } from '../../store/database.ts';

/** A transaction from coins that a signer has signed, but that no engine has stored: it was cut off in between. */
export interface LostPayment {
  readonly payoutIds: readonly number[];
  readonly coins: readonly Coin[];
}

/**
 * The first lost payment of some payouts whose coins are all free. A signer that keeps its own record signs such payouts
 * again only if the same coins are spent.
 */
export async function findLostPayment(
  client: Queryable,
  chainId: number,
  payouts: readonly { readonly id: number }[],
  free: readonly Coin[],
): Promise<LostPayment | null> {
  const { rows } = await client.query<{ payout_ids: string[]; spends: string[] }>({
    name: 'lost-payments',
    text: `
      SELECT s.spends, array_agg(t.payout_id) AS payout_ids FROM signed_payout t JOIN signed_plan s ON s.id = t.plan_id
       WHERE s.chain_id = $1 AND t.payout_id = ANY ($2::bigint[]) GROUP BY s.id ORDER BY s.id`,
    values: [chainId, payouts.map(({ id }) => id)],
  });
  for (const { spends, payout_ids } of rows) {
    const coins = free.filter(({ spend }) => spends.includes(spend));
    if (coins.length === spends.length) return { payoutIds: payout_ids.map(Number), coins };
  }
  return null;
}
