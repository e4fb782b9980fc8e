import type { Queryable } from '../../store/database.ts';

/**
 * Keeps deposits apart from all that we hold: a hit says that they must not be mixed with anybody else's. Payments ask
 * `isKeptApart` (payments/spendable.ts).
 */
export async function quarantine(
  client: Queryable,
  depositIds: readonly number[],
  at: number,
): Promise<void> {
  if (depositIds.length === 0) return;
  await client.query({
    name: 'quarantine-deposits',
    text: `
      UPDATE deposit SET quarantined_at = $2
       WHERE id = ANY ($1::bigint[]) AND state = 'confirmed' AND fate IS NULL AND quarantined_at = 0`,
    values: [depositIds, at],
  });
}

/** What was exchanged is ours like everything else: nobody has anything against it, or somebody who may has decided so. */
export async function releaseExchanged(client: Queryable, orderIds: readonly number[]): Promise<void> {
  if (orderIds.length === 0) return;
  await client.query({
    name: 'release-exchanged',
    text: `
      UPDATE deposit SET quarantined_at = 0
       WHERE order_id = ANY ($1::bigint[]) AND fate = 'exchange' AND quarantined_at > 0`,
    values: [orderIds],
  });
}
