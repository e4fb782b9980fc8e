import { isFor, REASON } from '../../payouts/reasons.ts';
import type { Queryable } from '../../store/database.ts';
import { PayoutsChanged } from './keep-signed.ts';
import type { NewPayouts } from './try-sign.ts';

/**
 * The address that a payout has to be paid from: what screening stopped on a chain of accounts goes back from where it came to,
 * and nothing else pays it. Null: the treasury pays, or a coin that the payout must spend. SQL about a payout `p`. It changes
 * only while nothing brings that deposit in or back, when an operator releases it.
 */
export const RETURNED_FROM = `(
  SELECT c.address FROM deposit q JOIN coin c ON c.chain_id = q.chain_id AND c.spend = q.txid || ':' || q.index
   WHERE q.id = p.deposit_id AND ${isFor('p', REASON.refund)} AND p.must_spend IS NULL AND q.quarantined_at > 0
     AND NOT EXISTS (SELECT 1 FROM payment_spend s WHERE s.chain_id = c.chain_id AND s.spend = c.spend))`;

/**
 * For the transaction that stores what accounts have signed: throws unless each payout is paid from where it has to be. Until
 * the commit nobody releases what is given back, so it is paid by one of the two and never by both.
 */
export async function holdOrigins(
  client: Queryable,
  treasury: string,
  payments: readonly NewPayouts[],
): Promise<void> {
  const paid = payments.flatMap(({ request: { source }, payoutIds }) =>
    source === undefined ? [] : payoutIds.map((id) => ({ id, source })),
  );
  if (paid.length === 0) return;
  const ids = paid.map(({ id }) => id);
  await client.query({
    name: 'hold-origins',
    text: `
      SELECT 1 FROM deposit WHERE id IN (SELECT deposit_id FROM payout WHERE id = ANY ($1::bigint[])) ORDER BY id FOR SHARE`,
    values: [ids],
  });
  const { rowCount } = await client.query({
    name: 'changed-origins',
    text: `
      SELECT 1 FROM unnest($1::bigint[], $2::text[]) AS t (id, source) JOIN payout p ON p.id = t.id
       WHERE coalesce(${RETURNED_FROM}, $3) <> t.source`,
    values: [ids, paid.map(({ source }) => source), treasury],
  });
  if (rowCount !== 0)
    throw new PayoutsChanged('what screening stopped was released while it was being signed for');
}
