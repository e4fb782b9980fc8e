import type { Database } from '../store/database.ts';
import { LOCK } from '../store/locks.ts';
import { transaction } from '../store/transaction.ts';
import { LEVEL_BITS } from './tallies.ts';

const MOST_AT_ONCE = 20_000;

/**
 * Moves deltas into the tallies, in one transaction: a reader sees each change in the one or in the other, never
 * in both or neither. Returns how many were moved.
 */
export async function foldDeltas(database: Database): Promise<number> {
  return transaction(database, async (client) => {
    const lock = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS mine', [
      LOCK.rolls,
    ]);
    if (!lock.rows[0]?.mine) return 0;
    const { rows } = await client.query<{ moved: number }>({
      name: 'fold-deltas',
      text: `
        WITH moved AS (
          DELETE FROM roll_delta WHERE id IN (SELECT id FROM roll_delta ORDER BY id LIMIT $1)
          RETURNING roll_id, facet, position, members, amount
        ), folded AS (
          INSERT INTO roll_tally AS t (roll_id, facet, level, block, members, amount)
          SELECT roll_id, facet, level, position >> bits AS block, sum(members), sum(amount)
            FROM moved, unnest($2::int[]) WITH ORDINALITY AS levels (bits, ordinal), LATERAL (SELECT ordinal - 1) AS l (level)
           GROUP BY roll_id, facet, level, position >> bits
              ON CONFLICT (roll_id, facet, level, block)
              DO UPDATE SET members = t.members + excluded.members, amount = t.amount + excluded.amount
        )
        SELECT count(*) AS moved FROM moved`,
      values: [MOST_AT_ONCE, LEVEL_BITS],
    });
    return rows[0]?.moved ?? 0;
  });
}
