import type { Queryable } from '../../store/database.ts';
import { IS_OPEN } from '../payments/unknown-spends.ts';

/** How it stands with an asset, for whoever waits for it: why is nobody's business but the operator's. */
export interface AssetState {
  readonly assetId: number;
  /** Payouts were stopped, by an operator or because something does not agree; or they wait for the chain. */
  readonly state: 'halted' | 'delayed';
  /** Unix seconds. */
  readonly since: number;
}

/** A gate shuts with every start, and a node that is asked again a moment later delays nobody. */
const BRIEF_S = 60;
/** A chain of which nothing has been seen for so long is behind. */
const SILENT_S = 300;

/** Assets that do not run as they should, and since when. Of the rows that `paused.ts` reads, and of how far chains have been seen. */
export async function assetStates(client: Queryable, now: number): Promise<AssetState[]> {
  const { rows } = await client.query<AssetState>({
    name: 'asset-states',
    text: `
      SELECT asset_id AS "assetId", CASE WHEN bool_or(is_halt) THEN 'halted' ELSE 'delayed' END AS state, min(since) AS since
        FROM (SELECT asset_id, true AS is_halt, since FROM halt
              UNION ALL SELECT a.id, true, h.since FROM asset a, hold h WHERE h.id IS NOT NULL
              UNION ALL SELECT a.id, true, s.stopped_at FROM asset a, signer_switch s WHERE s.stopped_at IS NOT NULL
              UNION ALL SELECT a.id, false, u.found_at FROM asset a JOIN unknown_spend u USING (chain_id) WHERE ${IS_OPEN}
              UNION ALL SELECT a.id, false, g.since FROM asset a JOIN chain_gate g USING (chain_id)
                         WHERE g.shut IS NOT NULL AND g.since <= $1::bigint - ${BRIEF_S}
              UNION ALL SELECT a.id, false, k.until FROM asset a JOIN chain_known k USING (chain_id)
                         WHERE k.until <= $1::bigint - ${SILENT_S}) AS why
       GROUP BY asset_id ORDER BY asset_id`,
    values: [now],
  });
  return rows;
}
