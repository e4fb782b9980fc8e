import type { Queryable } from '../../store/database.ts';

/** Whether this store has ever had simulated networks in it. */
export async function wasSimulated(database: Queryable): Promise<boolean> {
  const { rows } = await database.query<{ found: boolean }>('SELECT EXISTS (SELECT FROM sim_block) AS found');
  return rows[0]?.found === true;
}
