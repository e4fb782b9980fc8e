import { randomBytes } from 'node:crypto';
import { ADDRESS_SPACES, type AddressSpace, type Network } from '../chains/family.ts';
import type { Environment } from '../config.ts';
import type { ChainsConfig } from '../configuration/chains-config.ts';
import { walletChoicesOf } from '../configuration/wallet-choices.ts';
import type { Finding } from '../observe/finding.ts';
import { StartupError } from '../startup-error.ts';
import type { Database } from '../store/database.ts';
import { treasuryAddress } from '../wallet/keys.ts';
import { findPassphrase, isPassphraseHere } from '../wallet/passphrase.ts';
import { readTreasuryPaths } from '../wallet/treasury-paths.ts';
import { openSeed } from '../wallet/wallet.ts';
import { writtenDownAt } from '../wallet/written-down.ts';
import { timeText } from './time-text.ts';

interface Keyholder {
  readonly env: Environment;
  readonly network: Network;
  readonly dataDir: string;
  readonly chains: ChainsConfig | null;
}

/** Whether the passphrase that is here opens the seed, and the treasuries are that seed's. */
export async function lookAtKeys(database: Database, holder: Keyholder): Promise<Finding> {
  const what = 'keys';
  if (!(await isPassphraseHere(holder))) {
    return { what, isWell: true, facts: 'no passphrase here, so none can be opened here', advice: '' };
  }
  try {
    const { secret: passphrase } = await findPassphrase({ ...holder, randomBytes, mayBeWeak: true });
    const seed = await openSeed(database, { network: holder.network, passphrase });
    if (seed === null)
      return { what, isWell: true, facts: 'none yet: the first start of an engine makes them', advice: '' };
    const strange = await strangeTreasuries(database, seed, holder);
    return {
      what,
      isWell: strange.length === 0,
      facts: strange.length === 0 ? "open, and the treasuries are the seed's" : notTheSeeds(strange),
      advice: 'Nothing can be paid from there. Restore the store and the seed from the same backup',
    };
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    return { what, isWell: false, facts: 'cannot be opened', advice: error.message };
  }
}

/** Whether somebody has the words of the seed on paper. On simulated networks there is nothing to lose. */
export async function lookAtPaper(database: Database, chains: ChainsConfig | null): Promise<Finding[]> {
  const at = await writtenDownAt(database);
  if (chains === null || at === undefined) return [];
  return [
    {
      what: 'seed on paper',
      isWell: at !== null,
      facts: at === null ? 'nobody has shown yet that its words are written down' : `since ${timeText(at)}`,
      advice: 'Whoever has the passphrase runs, on a terminal: npx swapdesk wallet backup',
    },
  ];
}

function notTheSeeds(spaces: readonly AddressSpace[]): string {
  return `the treasury of ${spaces.join(', ')} is not the seed's`;
}

/** Spaces whose treasury in the store is not the one that the seed has at its path. */
async function strangeTreasuries(
  database: Database,
  seed: Uint8Array,
  { network, chains }: Keyholder,
): Promise<AddressSpace[]> {
  const paths = await readTreasuryPaths(database, walletChoicesOf(chains));
  const { rows } = await database.query<{ name: AddressSpace; treasury: string }>(
    'SELECT name, treasury FROM address_space WHERE treasury IS NOT NULL',
  );
  const stored = new Map(rows.map(({ name, treasury }) => [name, treasury]));
  return ADDRESS_SPACES.filter((space) => {
    const treasury = stored.get(space);
    return treasury !== undefined && treasury !== treasuryAddress(space, network, seed, paths[space]);
  });
}
