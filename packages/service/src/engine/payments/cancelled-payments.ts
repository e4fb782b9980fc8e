import type { Chain } from '../../chains/chain.ts';
import { keepPayouts } from '../../payouts/change-payouts.ts';
import { entriesNotSent } from '../../payouts/entries.ts';
import { type FinalCancel, freePayouts } from '../../payouts/note-payouts.ts';
import type { Queryable } from '../../store/database.ts';
import { madeAfterAll } from './made-after-all.ts';

/** The payouts of cancelled payments may be paid anew, and nothing of them is on its way any more. */
export async function freeCancelled(
  client: Queryable,
  chain: Chain,
  cancels: readonly FinalCancel[],
): Promise<void> {
  if (cancels.length === 0) return;
  await freePayouts(client, cancels, chain.spending === 'coins');
  await entriesNotSent(
    client,
    cancels.map(({ paymentId }) => paymentId),
  );
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
  await client.query('UPDATE payment SET cancel_at = 0 WHERE id = ANY ($1::bigint[]) AND cancel_at > 0', [
    firstIds,
  ]);
  return (await keepPayouts(client, firstIds)) + made;
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
