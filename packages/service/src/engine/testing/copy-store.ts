import type { Database } from '../../store/database.ts';
import { transaction } from '../../store/transaction.ts';

/** A copy of the store as it was: a backup, or a replica that has not heard of what came after. */
export interface StoreCopy {
  /** The store is again what it was. The test networks, which are the world outside, go on. */
  restore(): Promise<void>;
}

/** Everything but the world outside, and what the schema itself is. */
const TABLES = `
  SELECT tablename AS name FROM pg_tables
   WHERE schemaname = 'public' AND tablename NOT LIKE 'sim\\_%' AND tablename <> 'migration' ORDER BY 1`;
const SEQUENCES = `
  SELECT sequencename AS name, coalesce(last_value, start_value) AS value, last_value IS NOT NULL AS is_called
    FROM pg_sequences WHERE schemaname = 'public' AND sequencename NOT LIKE 'sim\\_%'`;

export async function copyStore(database: Database): Promise<StoreCopy> {
  const tables = (await database.query<{ name: string }>(TABLES)).rows.map(({ name }) => name);
  const sequences = await database.query<{ name: string; value: number; is_called: boolean }>(SEQUENCES);
  await database.query('DROP SCHEMA IF EXISTS copied CASCADE');
  await database.query('CREATE SCHEMA copied');
  for (const name of tables) await database.query(`CREATE TABLE copied.${name} AS TABLE public.${name}`);
  return {
    async restore() {
      await transaction(database, async (client) => {
        // Neither triggers nor keys look: the rows are as they were together.
        await client.query('SET LOCAL session_replication_role = replica');
        for (const name of tables) {
          await client.query(`DELETE FROM public.${name}`);
          await client.query(
            `INSERT INTO public.${name} OVERRIDING SYSTEM VALUE SELECT * FROM copied.${name}`,
          );
        }
        for (const { name, value, is_called } of sequences.rows) {
          await client.query('SELECT setval($1, $2, $3)', [name, value, is_called]);
        }
      });
    },
  };
}
