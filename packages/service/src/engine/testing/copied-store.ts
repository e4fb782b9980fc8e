import type { Database } from '../../store/database.ts';
import { transaction } from '../../store/transaction.ts';

/** A copy of all that the store knows; not of the test networks, which stand for the world outside and go on. */
export class CopiedStore {
  private readonly database: Database;
  private readonly schema: string;
  private tables: string[] = [];
  private sequences: { name: string; value: string }[] = [];

  private constructor(database: Database, schema: string) {
    this.database = database;
    this.schema = schema;
  }

  static async of(database: Database, name = 'copy'): Promise<CopiedStore> {
    const copy = new CopiedStore(database, name);
    await transaction(database, async (client) => {
      const tables = await client.query<{ name: string }>(
        `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE 'sim\\_%' ORDER BY 1`,
      );
      copy.tables = tables.rows.map((row) => row.name);
      await client.query(`CREATE SCHEMA ${name}`);
      for (const table of copy.tables)
        await client.query(`CREATE TABLE ${name}.${table} AS TABLE public.${table}`);
      const sequences = await client.query<{ name: string; value: string }>(
        `SELECT quote_ident(sequencename) AS name, coalesce(last_value, 0)::text AS value FROM pg_sequences
          WHERE schemaname = 'public' AND sequencename NOT LIKE 'sim\\_%'`,
      );
      copy.sequences = sequences.rows;
    });
    return copy;
  }

  /** The store is as it was. */
  async restore(): Promise<void> {
    await transaction(this.database, async (client) => {
      await client.query(`SET LOCAL session_replication_role = replica`);
      await client.query(`TRUNCATE ${this.tables.map((name) => `public.${name}`).join(', ')}`);
      for (const table of this.tables) {
        const { rows } = await client.query<{ columns: string }>(
          `SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS columns FROM pg_attribute
            WHERE attrelid = ('public.' || $1)::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
          [table],
        );
        const columns = rows[0]?.columns;
        await client.query(
          `INSERT INTO public.${table} (${columns}) OVERRIDING SYSTEM VALUE SELECT ${columns} FROM ${this.schema}.${table}`,
        );
      }
      for (const { name, value } of this.sequences) {
        await client.query('SELECT setval($1, greatest($2::bigint, 1), $2::bigint > 0)', [
          `public.${name}`,
          value,
        ]);
      }
    });
  }
}
