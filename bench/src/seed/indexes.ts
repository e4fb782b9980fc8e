import type pg from 'pg';

/** An index that is taken away while rows are loaded, and how to make it again, exactly as it was. */
export interface Removed {
  readonly name: string;
  readonly recreate: string;
}

/** Drops all indexes of the tables but their primary keys: building them once at the end is much faster. */
export async function dropIndexes(database: pg.Pool, tables: readonly string[]): Promise<Removed[]> {
  const { rows } = await database.query<{
    name: string;
    table: string;
    definition: string;
    rule: string | null;
  }>(
    `SELECT index.relname AS name, i.indrelid::regclass::text AS table, pg_get_indexdef(i.indexrelid) AS definition,
            pg_get_constraintdef(c.oid) AS rule
       FROM pg_index i
       JOIN pg_class index ON index.oid = i.indexrelid
       LEFT JOIN pg_constraint c ON c.conindid = i.indexrelid AND c.contype = 'u'
      WHERE i.indrelid = ANY ($1::text[]::regclass[]) AND NOT i.indisprimary
      ORDER BY 1`,
    [tables],
  );
  const removed: Removed[] = [];
  for (const { name, table, definition, rule } of rows) {
    await database.query(
      rule === null ? `DROP INDEX ${name}` : `ALTER TABLE ${table} DROP CONSTRAINT ${name}`,
    );
    removed.push({
      name,
      // Of all ranges, where there are some.
      recreate:
        rule === null
          ? definition.replace(' ON ONLY ', ' ON ')
          : `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${rule}`,
    });
  }
  return removed;
}
