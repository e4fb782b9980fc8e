import pg from 'pg';
import type { Database } from '../store/database.ts';
import { briefly } from './briefly.ts';
import type { StoredRange } from './stored-ranges.ts';

const { escapeIdentifier: name } = pg;

/** From now on it is noted if anything is written to these tables; whatever was under way has ended. */
export async function watchLeaves(database: Database, leaves: readonly StoredRange[]): Promise<void> {
  for (const { leaf } of leaves) {
    await briefly(database, async (client) => {
      await client.query(
        `CREATE OR REPLACE TRIGGER archive_watch AFTER INSERT OR UPDATE OR DELETE ON ${name(leaf)}
           FOR EACH ROW EXECUTE FUNCTION note_touched()`,
      );
      // Whoever writes it may not write there.
      await client.query('DELETE FROM archive_touched WHERE name = $1', [leaf]);
    });
  }
}
