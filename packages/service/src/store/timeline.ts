import type { Queryable } from './database.ts';

/** What a server answers that does not tell: not allowed, no such function, not supported. */
const DOES_NOT_TELL: readonly (string | undefined)[] = ['42501', '42883', '0A000'];

/**
 * Which history the server writes: a copy that is promoted or restored to a point in time begins another. Empty where
 * this cannot be asked; one that does not answer now throws, as that says nothing about its history.
 */
export async function timelineOf(client: Queryable): Promise<string> {
  try {
    const { rows } = await client.query<{ timeline: string }>({
      name: 'timeline',
      text: 'SELECT substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) AS timeline',
    });
    return rows[0]?.timeline ?? '';
  } catch (error) {
    if (DOES_NOT_TELL.includes((error as { code?: string }).code)) return '';
    throw error;
  }
}

/**
 * Whether the server writes one of the histories that records were compared with. One that has just been promoted may have
 * lost what was decided, signed, given and paid. True where nobody can tell.
 */
export async function isCompared(client: Queryable, compared: readonly string[]): Promise<boolean> {
  const known = compared.filter((timeline) => timeline !== '');
  if (known.length === 0) return true;
  const timeline = await timelineOf(client);
  return timeline === '' || known.includes(timeline);
}
