import type { Chain } from '../../chains/chain.ts';
import type { Queryable } from '../../store/database.ts';
import { madeAfterAll } from './made-after-all.ts';

/** A cancel that is in the chain for good. */
interface FinalCancel {
  readonly id: number;
  /** The payment that it keeps out of the chain: the first of those that replace one another. */
  readonly first_id: number;
}

/**
 * The payouts of a cancelled payment may be paid anew, once an operator says so. On chains of coins only by what spends
 * a coin of the cancel: its outputs are in the order of the payouts. Nothing of them is on its way any more.
 */
export async function freePayouts(
  client: Queryable,
  chain: Chain,
  cancels: readonly FinalCancel[],
): Promise<void> {
  if (cancels.length === 0) return;
  await client.query({
    name: 'free-payouts',
    text: `
      WITH freed AS (
        SELECT o.id, c.id AS cancel_id,
               CASE WHEN $3 THEN c.txid || ':' || row_number() OVER (PARTITION BY o.payment_id ORDER BY o.id) - 1 END AS coin
          FROM unnest($1::bigint[], $2::bigint[]) AS t (id, first_id)
          JOIN payment c ON c.id = t.id JOIN payout o ON o.payment_id = t.first_id
      )
      UPDATE payout SET freed_by = freed.cancel_id, must_spend = CASE WHEN NOT EXISTS (
             -- Others have spent it, and an operator has booked that.
             SELECT 1 FROM unknown_spend u WHERE u.chain_id = payout.chain_id AND u.spend = freed.coin
                AND u.settled_at > 0 AND u.height IS NOT NULL) THEN freed.coin END
        FROM freed WHERE payout.id = freed.id`,
    values: [
      cancels.map(({ id }) => id),
      cancels.map(({ first_id }) => first_id),
      chain.spending === 'coins',
    ],
  });
  await client.query({
    name: 'entries-not-sent',
    text: `
      UPDATE order_entry e SET status = 1 FROM payout p
       WHERE p.payment_id = ANY ($1::bigint[]) AND p.purpose <> 'refund' AND e.order_id = p.order_id AND e.entry = p.part
         AND e.status = 2`,
    values: [cancels.map(({ first_id }) => first_id)],
  });
}

/**
 * Payments in a block are not cancelled, whoever wanted it. Should a reorganisation have undone a cancel, what was to be
 * paid anew and is not signed yet is paid by them after all. Returns how many payouts that are.
 */
export async function keepUncancelled(
  client: Queryable,
  firstIds: readonly number[],
  at: number,
): Promise<number> {
  if (firstIds.length === 0) return 0;
  const made = await madeAfterAll(client, firstIds, at);
  const { rowCount } = await client.query({
    name: 'keep-uncancelled',
    text: `
      WITH wanted AS (UPDATE payment SET cancel_at = 0 WHERE id = ANY ($1::bigint[]) AND cancel_at > 0)
      UPDATE payout o SET state = 'signed', payment_id = c.replaces, freed_by = NULL, must_spend = NULL
        FROM payment c
       WHERE c.replaces = ANY ($1::bigint[]) AND c.purpose = 'cancel' AND o.freed_by = c.id AND o.state = 'ready'`,
    values: [firstIds],
  });
  return (rowCount ?? 0) + made;
}

/** Why a payment is not cancelled. */
export type NotCancelled =
  | 'unknown'
  | 'in a block'
  | 'carries nothing'
  | 'cancelled already'
  | 'pays others too';

/**
 * An operator wants a payment to be cancelled, by the number of any of those that replace one another. The engine does
 * it, unless a block takes it before.
 */
export async function askToCancel(
  client: Queryable,
  paymentId: number,
  at: number,
): Promise<'asked' | NotCancelled> {
  const { rows } = await client.query<{
    id: number;
    purpose: string;
    is_open: boolean;
    is_cancelled: boolean;
    is_partly: boolean;
  }>(
    `SELECT first.id, first.purpose, first.cancel_at > 0 AS is_cancelled, first.is_partly,
            NOT bool_or(f.state IN ('mined', 'confirmed')) AND first.state IN ('signed', 'sent') AS is_open
       FROM payment p JOIN payment first ON first.id = coalesce(p.replaces, p.id)
       JOIN payment f ON f.id = first.id OR f.replaces = first.id
      WHERE p.id = $1 GROUP BY first.id`,
    [paymentId],
  );
  const first = rows[0];
  if (first === undefined) return 'unknown';
  if (!first.is_open) return 'in a block';
  if (first.purpose !== 'payouts') return 'carries nothing';
  if (first.is_cancelled) return 'cancelled already';
  if (first.is_partly) return 'pays others too';
  await client.query('UPDATE payment SET cancel_at = $2, tried_at = 0, tries = 0 WHERE id = $1', [
    first.id,
    at,
  ]);
  return 'asked';
}
