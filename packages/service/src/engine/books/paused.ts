import type { Queryable } from '../../store/database.ts';
import { IS_OPEN } from '../payments/unknown-spends.ts';

/** A gate shuts with every start, until the chain has been caught up with: what is over so soon delays nobody. */
const BRIEF_S = 60;

/**
 * Assets in which nothing is paid out now, for whoever has to tell that to people. Read from the same rows that whoever signs
 * asks (`payments/may-sign.ts`, `payments/may-be-signed.ts`, `chain-gate.ts`), all at once, because it is asked often.
 */
export async function pausedAssets(client: Queryable, now: number): Promise<ReadonlySet<number>> {
  const { rows } = await client.query<{ id: number }>({
    name: 'paused-assets',
    text: `
      SELECT a.id FROM asset a
       WHERE EXISTS (SELECT 1 FROM halt h WHERE h.asset_id = a.id)
          OR EXISTS (SELECT 1 FROM hold WHERE hold.id IS NOT NULL)
          -- Without its row nothing is signed either.
          OR NOT EXISTS (SELECT 1 FROM signer_switch WHERE stopped_at IS NULL)
          OR EXISTS (SELECT 1 FROM unknown_spend u WHERE u.chain_id = a.chain_id AND ${IS_OPEN})
          OR EXISTS (SELECT 1 FROM chain_gate g
                      WHERE g.chain_id = a.chain_id AND g.shut IS NOT NULL AND g.since <= $1::bigint - ${BRIEF_S})
       ORDER BY a.id`,
    values: [now],
  });
  return new Set(rows.map(({ id }) => id));
}
