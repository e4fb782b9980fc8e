import type { Queryable } from '../store/database.ts';

/** Makes the next ranges before they are reached; returns how many. */
export async function makeRoom(client: Queryable): Promise<number> {
  const { rows } = await client.query<{ made: number }>('SELECT make_room() AS made');
  return rows[0]?.made ?? 0;
}
