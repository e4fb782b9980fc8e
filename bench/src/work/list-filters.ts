import type pg from 'pg';

/** A filter of the list, and how many orders really match it. */
export interface Filter {
  readonly query: Readonly<Record<string, number>>;
  readonly count: number;
}

export type Filters = Awaited<ReturnType<typeof filtersOf>>;

const COMPLETED = 4;
/** One order in two hundred. */
const FROZEN = 7;

/** The filters that are measured. The time range is the middle half of all orders, in any store. */
export async function filtersOf(pool: pg.Pool) {
  const { rows: times } = await pool.query<{ at: string }>(
    `SELECT created_at AS at FROM orders, roll
      WHERE roll.id = 0 AND account_id = 0 AND position IN (length / 4, length * 3 / 4) ORDER BY position`,
  );
  const half = { created_start: Number(times[0]?.at), created_end: Number(times[1]?.at) };
  const filter = async (query: Record<string, number>): Promise<Filter> => ({
    query,
    count: await countOf(pool, query),
  });
  const filters = {
    all: await filter({}),
    'completed (most)': await filter({ status: COMPLETED }),
    'frozen (few)': await filter({ status: FROZEN }),
    'half a year': await filter(half),
    'half a year, completed': await filter({ ...half, status: COMPLETED }),
  };
  await pool.end();
  return filters;
}

async function countOf(
  pool: pg.Pool,
  { status, created_start, created_end }: Record<string, number>,
): Promise<number> {
  const { rows } = await pool.query(
    `SELECT count(*)::int AS count FROM orders
      WHERE account_id = 0 AND ($1::int IS NULL OR status = $1) AND ($2::bigint IS NULL OR created_at >= $2)
        AND ($3::bigint IS NULL OR created_at < $3)`,
    [status, created_start, created_end],
  );
  return rows[0].count;
}
