import type { Database } from '../store/database.ts';
import { transaction } from '../store/transaction.ts';

/**
 * Tells all nodes where this signer sends what is above hot limits, in place of what an earlier one told. Whoever writes
 * something else there moves nothing: the signer signs for the addresses of its own file.
 */
export async function publishCold(database: Database, cold: ReadonlyMap<number, string>): Promise<void> {
  await transaction(database, async (client) => {
    await client.query('DELETE FROM signer_cold');
    await client.query(
      'INSERT INTO signer_cold (chain_id, address) SELECT * FROM unnest($1::smallint[], $2::text[])',
      [[...cold.keys()], [...cold.values()]],
    );
  });
}
