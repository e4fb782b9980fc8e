import { MESSAGE } from '@swapdesk/contract';
import { Refusal } from '../refusal.ts';
import type { Queryable } from '../store/database.ts';

/** What became of an order before its store went back: nobody may decide otherwise about it afterwards. */

const lostFor = (name: string) => `
  EXISTS (SELECT 1 FROM lost_payment l, jsonb_array_elements(l.payment -> 'payouts') AS named
           WHERE NOT l.is_idle AND ${name})`;

/** Whether an output of an order `o` was signed that the store has forgotten, and that somebody may have. */
export const EXCHANGED_BEFORE = lostFor("starts_with(named ->> 'name', o.no || '/output/')");

/** The same of a deposit `d` of an order `o` that was given back. */
export const GIVEN_BACK_BEFORE = lostFor(
  "named ->> 'name' = o.no || '/refund/' || d.chain_id || '/' || d.txid || ':' || d.index",
);

/** Throws a Refusal while the desk is held: what a client asks of an order may have been done already, and forgotten. */
export async function refuseWhileHeld(client: Queryable): Promise<void> {
  const { rowCount } = await client.query({
    name: 'is-held',
    text: 'SELECT 1 FROM hold WHERE id IS NOT NULL',
  });
  if (rowCount !== 0) throw new Refusal(MESSAGE.busy);
}
