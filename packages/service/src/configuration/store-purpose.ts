import { dirname } from 'node:path';
import { GENESIS } from '../chains/sim/sim-network.ts';
import { wasSimulated } from '../chains/sim/was-simulated.ts';
import { StartupError } from '../startup-error.ts';
import type { Queryable } from '../store/database.ts';
import type { ChainsConfig } from './chains-config.ts';

/** What a node was told to do, and where. */
interface Wanted {
  /** The real chains to follow; null: all are simulated. */
  readonly chains: ChainsConfig | null;
  /** The file that names them. */
  readonly file: string | null;
  readonly dataDir: string;
  readonly databaseUrl: string | null;
}

/**
 * Refuses to follow real chains on a store of simulated ones, and the other way round. Its books are of coins that the
 * other kind does not have, and its blocks are none that the other kind knows.
 */
export async function checkStorePurpose(database: Queryable, wanted: Wanted): Promise<void> {
  const isSimulated = await wasSimulated(database);
  if (wanted.chains !== null && isSimulated) throw new StartupError(needsItsOwn(wanted));
  if (wanted.chains === null && !isSimulated && (await hasFollowedReal(database))) {
    throw new StartupError(
      'This store follows real chains, but no configuration file names any. Set SWAPDESK_CONFIG to the file.',
    );
  }
}

/** Most often a first start was a try without a file. Who then only names another folder may leave the file behind. */
function needsItsOwn({ file, dataDir, databaseUrl }: Wanted): string {
  const stays =
    'has been used with simulated networks, and stays with them. Real chains need one of their own';
  if (databaseUrl !== null) return `This store ${stays}: set another SWAPDESK_DATABASE_URL.`;
  const folder = `${dataDir}-real`;
  const isInside = file !== null && dirname(file) === dataDir;
  const moving = isInside ? `mkdir '${folder}' && mv '${file}' '${folder}/' && ` : '';
  return `The store in ${dataDir} ${stays}. Run: ${moving}export SWAPDESK_DATA_DIR='${folder}', and go on from there.`;
}

/** By one look: between two, an engine may have begun with simulated chains on a new store. */
async function hasFollowedReal(database: Queryable): Promise<boolean> {
  const { rows } = await database.query<{ found: boolean }>(
    'SELECT EXISTS (SELECT FROM followed_block WHERE hash <> $1) AND NOT EXISTS (SELECT FROM sim_block) AS found',
    [GENESIS],
  );
  return rows[0]?.found === true;
}
