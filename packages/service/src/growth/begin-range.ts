import type { Database } from '../store/database.ts';
import { transaction } from '../store/transaction.ts';
import type { DueRange } from './due-ranges.ts';

/** Takes down that a range is archived, or goes on with what somebody began and did not end. Returns its number. */
export function beginRange(
  database: Database,
  { table: { name }, beyond }: DueRange,
  folder: string,
  now: number,
): Promise<number> {
  return transaction(database, async (client) => {
    // What was begun may have been up to another number: it has changed nothing yet.
    await client.query(
      `WITH begun AS (SELECT id FROM archive_range WHERE name = $1 AND closed_at = 0),
            carried AS (DELETE FROM ledger_carried WHERE range_id IN (SELECT id FROM begun))
       DELETE FROM told_before WHERE range_id IN (SELECT id FROM begun)`,
      [name],
    );
    await client.query('DELETE FROM archive_range WHERE name = $1 AND closed_at = 0', [name]);
    const { rows } = await client.query<{ id: number }>(
      'INSERT INTO archive_range (name, beyond, begun_at, folder) VALUES ($1, $2, $3, $4) RETURNING id',
      [name, beyond, now, folder],
    );
    return (rows[0] as { id: number }).id;
  });
}
