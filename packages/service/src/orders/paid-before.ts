import { MESSAGE } from '@swapdesk/contract';
import { isIn } from '../life.ts';
import { REASON } from '../payouts/reasons.ts';
import { Refusal } from '../refusal.ts';
import type { Queryable } from '../store/database.ts';

/** What became of an order before its store went back: nobody may decide otherwise about it afterwards. */

/** The names of payouts that were signed for, and that the store has forgotten. Asked once for a whole statement. */
const FORGOTTEN = `
  SELECT named ->> 'name' AS name FROM lost_payment l, jsonb_array_elements(l.payment -> 'payouts') AS named
   WHERE NOT l.is_idle`;

/** Whether something of an order `o` was signed that it has only once it is exchanged: somebody may have it. */
export const EXCHANGED_BEFORE = `
  o.no IN (SELECT split_part(name, '/', 1) FROM (${FORGOTTEN}) AS f WHERE ${isIn("split_part(name, '/', 2)", [REASON.output, REASON.entryRefund])})`;

/** Whether all of an order `o` was paid, as far as a chain has been seen to have it: there was enough for it. */
export const PAID_BEFORE = `
  (${EXCHANGED_BEFORE} AND NOT EXISTS (
     SELECT 1 FROM order_entry e WHERE e.order_id = o.id AND o.no || '/${REASON.output}/' || e.entry NOT IN (
            SELECT named ->> 'name' FROM lost_payment l, jsonb_array_elements(l.payment -> 'payouts') AS named WHERE l.is_seen)))`;

/** Whether a deposit `d` of an order `o` was given back. */
export const GIVEN_BACK_BEFORE = `
  o.no || '/${REASON.refund}/' || d.chain_id || '/' || d.txid || ':' || d.index IN (${FORGOTTEN})`;

/** Throws a Refusal while the desk is held: what a client asks of an order may have been done already, and forgotten. */
export async function refuseWhileHeld(client: Queryable): Promise<void> {
  const { rowCount } = await client.query({
    name: 'is-held',
    text: 'SELECT 1 FROM hold WHERE id IS NOT NULL',
  });
  if (rowCount !== 0) throw new Refusal(MESSAGE.busy);
}
