import type { Database } from '../../store/database.ts';
import { transaction } from '../../store/transaction.ts';

/** A copy of the store as it was: a backup, or a replica that has not heard of what came after. */
export interface StoreCopy {
  /** The store is again what it was. The test networks, which are the world outside, go on. */
  restore(): Promise<void>;
}

/** Everything but the world outside, and what the schema itself is. */
const TABLES = `
  SELECT relname AS name FROM pg_class
   WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND relname NOT LIKE 'sim\\_%' AND relname <> 'migration'
     -- What is stored by ranges is copied as a whole.
     AND NOT relispartition ORDER BY 1`;
const SEQUENCES = `
  SELECT sequencename AS name, coalesce(last_value, start_value) AS value, last_value IS NOT NULL AS is_called
    FROM pg_sequences WHERE schemaname = 'public' AND sequencename NOT LIKE 'sim\\_%'`;

/** Copies all rows into memory, as text: the server reads back to the digit what it wrote. */
export async function copyStore(database: Database): Promise<StoreCopy> {
  const tables = (await database.query<{ name: string }>(TABLES)).rows.map(({ name }) => name);
  const sequences = await database.query<{ name: string; value: number; is_called: boolean }>(SEQUENCES);
  const copied = await database.query<{ name: string; rows: string | null }>(
    tables
      .map((name) => `SELECT '${name}' AS name, (SELECT json_agg(t)::text FROM public.${name} t) AS rows`)
      .join(' UNION ALL '),
  );
  return {
    async restore() {
      await transaction(database, async (client) => {
        // Neither triggers nor keys look: the rows are as they were together.
        await client.query('SET LOCAL session_replication_role = replica');
        await client.query(tables.map((name) => `DELETE FROM public.${name}`).join(';'));
        for (const { name, rows } of copied.rows) {
          if (rows === null) continue;
          await client.query(
            `INSERT INTO public.${name} OVERRIDING SYSTEM VALUE
             SELECT * FROM json_populate_recordset(NULL::public.${name}, $1::json)`,
            [rows],
          );
        }
        for (const { name, value, is_called } of sequences.rows) {
          await client.query('SELECT setval($1, $2, $3)', [name, value, is_called]);
        }
      });
    },
  };
}
