import { wasSimulated } from '../chains/sim/was-simulated.ts';
import { StartupError } from '../startup-error.ts';
import type { Queryable } from '../store/database.ts';
import type { ChainsConfig } from './chains-config.ts';

/**
 * Refuses to follow real chains on a store of simulated ones, and the other way round. Its books are of coins that the
 * other kind does not have, and its blocks are none that the other kind knows.
 */
export async function checkStorePurpose(database: Queryable, chains: ChainsConfig | null): Promise<void> {
  const isSimulated = await wasSimulated(database);
  if (chains !== null && isSimulated) {
    throw new StartupError(
      'This store has been used with simulated networks. Real chains need one of their own: set another SWAPDESK_DATA_DIR or SWAPDESK_DATABASE_URL.',
    );
  }
  if (chains === null && !isSimulated && (await hasFollowed(database))) {
    throw new StartupError(
      'This store follows real chains, but no configuration file names any. Set SWAPDESK_CONFIG to the file.',
    );
  }
}

async function hasFollowed(database: Queryable): Promise<boolean> {
  const { rows } = await database.query<{ found: boolean }>(
    'SELECT EXISTS (SELECT FROM followed_block) AS found',
  );
  return rows[0]?.found === true;
}
