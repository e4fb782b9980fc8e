import type { Queryable } from '../store/database.ts';

/** One of the tables that a growing table is made of. */
export interface StoredRange {
  readonly leaf: string;
  /** Null: from the beginning. */
  readonly first: number | null;
  readonly beyond: number;
  readonly bytes: number;
  /** Rows, as the server believes. */
  readonly rows: number;
}

/** The ranges of a table, from the oldest. */
export async function storedRanges(client: Queryable, name: string): Promise<StoredRange[]> {
  const { rows } = await client.query<StoredRange>(
    `SELECT r.leaf, r.first, r.beyond, pg_total_relation_size(c.oid) AS bytes, greatest(c.reltuples, 0)::bigint AS rows
       FROM stored_range r JOIN pg_class c ON c.oid = to_regclass(quote_ident(r.leaf)) WHERE r.name = $1 ORDER BY r.beyond`,
    [name],
  );
  return rows;
}
