import type { Queryable } from './database.ts';

/** SQL for it. */
export const TIMELINE = 'substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)';

/**
 * Which history the server writes: a copy that is promoted or restored to a point in time begins another. Empty where
 * this cannot be asked.
 */
export async function timelineOf(client: Queryable): Promise<string> {
  try {
    const { rows } = await client.query<{ timeline: string }>({
      name: 'timeline',
      text: `SELECT ${TIMELINE} AS timeline`,
    });
    return rows[0]?.timeline ?? '';
  } catch {
    return '';
  }
}
