import { foreignWords } from '../foreign-words.ts';
import { isIn, literal } from '../life.ts';
import type { Queryable } from '../store/database.ts';
import { PAYOUT, PAYOUT_CHANGES, payoutIs } from './life.ts';
import { REASON } from './reasons.ts';

/** What is noted about payouts without changing their state. */

/** Of why one waits. */
const MOST_SAID = 1_000;

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
      UPDATE payout SET waits_why = $2, waits_since = coalesce(waits_since, $3)
       WHERE id = $1 AND ${isIn('state', [PAYOUT.ready])} RETURNING waits_since AS since`,
    values: [payoutId, foreignWords(why, MOST_SAID), now],
  });
  return rows[0]?.since === now;
}

/** It was paid to another address than it was to go to. */
export async function noteAddress(client: Queryable, payoutId: number, address: string): Promise<void> {
  await client.query('UPDATE payout SET address = $2, memo = NULL WHERE id = $1', [payoutId, address]);
}

/** It was paid with another amount. */
export async function noteUnits(client: Queryable, payoutId: number, units: bigint): Promise<void> {
  await client.query('UPDATE payout SET units = $2 WHERE id = $1', [payoutId, String(units)]);
}

/** A confirmed proposal says where the refund of a deposit goes. */
export async function noteProposal(client: Queryable, depositId: number, proposalId: number): Promise<void> {
  await client.query(
    `UPDATE payout SET proposal_id = $2 WHERE deposit_id = $1 AND reason = ${literal(REASON.refund)}`,
    [depositId, proposalId],
  );
}

/** What was to go back by its own coin is paid like any other. */
export async function freeFromCoin(client: Queryable, depositId: number): Promise<void> {
  await client.query(
    `UPDATE payout p SET must_spend = NULL
      WHERE p.deposit_id = $1 AND p.reason = ${literal(REASON.refund)} AND ${payoutIs('p', PAYOUT.ready)} AND p.freed_by IS NULL`,
    [depositId],
  );
}

/** SQL: payouts `o` of chain $1 need not spend a coin any more that `settled` names, as others have spent it in a block. */
export const NEED_NOT_SPEND = `
  UPDATE payout o SET must_spend = NULL FROM settled
   WHERE settled.height IS NOT NULL AND o.chain_id = $1 AND o.must_spend = settled.spend
     AND ${isIn('o.state', PAYOUT_CHANGES['paid anew'].from)}`;

/** A cancel that is in the chain for good, and the payment that it keeps out of it. */
export interface FinalCancel {
  readonly id: number;
  readonly txid: string;
  readonly paymentId: number;
}

/**
 * The payouts of a cancelled payment may be paid anew, once an operator says so. On chains of coins only by what spends
 * a coin of the cancel: its outputs are in the order of the payouts.
 */
export async function freePayouts(
  client: Queryable,
  cancels: readonly FinalCancel[],
  isOfCoins: boolean,
): Promise<void> {
  await client.query({
    name: 'free-payouts',
    text: `
      WITH freed AS (
        SELECT o.id, t.id AS cancel_id,
               CASE WHEN $4 THEN t.txid || ':' || row_number() OVER (PARTITION BY o.payment_id ORDER BY o.id) - 1 END AS coin
          FROM unnest($1::bigint[], $2::text[], $3::bigint[]) AS t (id, txid, payment_id)
          JOIN payout o ON o.payment_id = t.payment_id
      )
      UPDATE payout SET freed_by = freed.cancel_id, must_spend = CASE WHEN NOT EXISTS (
             -- Others have spent it, and an operator has booked that.
             SELECT 1 FROM unknown_spend u WHERE u.chain_id = payout.chain_id AND u.spend = freed.coin
                AND u.settled_at > 0 AND u.height IS NOT NULL) THEN freed.coin END
        FROM freed WHERE payout.id = freed.id`,
    values: [
      cancels.map(({ id }) => id),
      cancels.map(({ txid }) => txid),
      cancels.map(({ paymentId }) => paymentId),
      isOfCoins,
    ],
  });
}
