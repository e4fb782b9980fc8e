import type { Queryable } from '../store/database.ts';
import type { SealedSeed } from './sealed-seed.ts';

/** When somebody last proved to have the words of the seed on paper; null: nobody has; undefined: there is no seed. */
export async function writtenDownAt(database: Queryable): Promise<number | null | undefined> {
  const { rows } = await database.query<{ at: number | null }>('SELECT written_down_at AS at FROM wallet');
  return rows[0]?.at;
}

/** Notes that the words of this very seed are on paper; false if the store has another by now. */
export async function noteWrittenDown(client: Queryable, sealed: SealedSeed, now: number): Promise<boolean> {
  const { rowCount } = await client.query('UPDATE wallet SET written_down_at = $2 WHERE sealed_seed = $1', [
    sealed,
    now,
  ]);
  return rowCount === 1;
}
