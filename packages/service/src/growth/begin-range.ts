import { StartupError } from '../startup-error.ts';
import type { Database, Queryable } from '../store/database.ts';
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
    // What was begun may have been up to another number: it has changed nothing yet. Whoever is just ending it is waited for.
    const begun = await client.query<{ id: number }>(
      'SELECT id FROM archive_range WHERE name = $1 AND closed_at = 0 FOR UPDATE',
      [name],
    );
    const ids = begun.rows.map((row) => row.id);
    for (const [from, column] of [
      ['ledger_carried', 'range_id'],
      ['told_before', 'range_id'],
      ['archive_range', 'id'],
    ] as const)
      await client.query(`DELETE FROM ${from} WHERE ${column} = ANY ($1)`, [ids]);
    const { rows } = await client.query<{ id: number }>(
      'INSERT INTO archive_range (name, beyond, begun_at, folder) VALUES ($1, $2, $3, $4) RETURNING id',
      [name, beyond, now, folder],
    );
    return (rows[0] as { id: number }).id;
  });
}

/**
 * Throws if what was written of a range, and what it came to, is not what the store has of it. One archives at a time, but a lock goes
 * with its connection, and whoever has lost both may not know it: somebody else may have begun anew, or the store may be that of a
 * standby, which has not heard of it. Until the transaction ends nobody can begin anew.
 */
export async function keepRange(client: Queryable, id: number, sha256: string): Promise<void> {
  const { rowCount } = await client.query(
    'SELECT FROM archive_range WHERE id = $1 AND closed_at = 0 AND sha256 = $2 FOR UPDATE',
    [id, sha256],
  );
  if (rowCount === 1) return;
  throw new StartupError(
    'Somebody else has begun to archive meanwhile, or PostgreSQL was promoted. Nothing left the store here: wait for that, and try again.',
  );
}
