import type { Queryable } from '../../store/database.ts';
import { GENESIS } from './sim-network.ts';

/** Whether this store has ever had simulated networks in it: they are followed from their beginning, seconds before their first block. */
export async function wasSimulated(database: Queryable): Promise<boolean> {
  const { rows } = await database.query<{ found: boolean }>(
    `SELECT EXISTS (SELECT FROM sim_block) OR EXISTS (SELECT FROM followed_block WHERE hash = $1) AS found`,
    [GENESIS],
  );
  return rows[0]?.found === true;
}
