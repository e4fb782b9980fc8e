import type { AddressSpace, Network } from '../chains/family.ts';
import { StartupError } from '../startup-error.ts';
import type { Queryable } from '../store/database.ts';
import type { WalletChoices } from './choices.ts';
import { publicDeriver } from './keys.ts';
import { refuseStrayTreasury } from './treasury-paths.ts';
import { type Derive, type Derivers, refuseOtherNetwork } from './wallet.ts';

interface Row {
  network: Network;
  name: AddressSpace;
  xpub: string | null;
  taproot_xpub: string | null;
  treasury: string | null;
}

const NO_TAPROOT_KEY =
  'The public key that P2TR addresses come from is not in this store yet: the signer is of an older version. ' +
  'Start the signer anew, it stores the key: npx swapdesk signer';

/**
 * Derives deposit addresses from the public keys in the store, for a node whose keys a signer holds. Spaces that only
 * the seed can derive are left to the signer. Needs a wallet that the signer has opened.
 */
export async function openPublicWallet(
  database: Queryable,
  network: Network,
  choices: WalletChoices,
): Promise<Derivers> {
  const { rows } = await database.query<Row>(
    'SELECT w.network, s.name, s.xpub, s.taproot_xpub, s.treasury FROM wallet w, address_space s',
  );
  if (rows.length === 0 || rows.some(({ treasury }) => treasury === null)) {
    throw new StartupError(
      'There is no wallet in this store yet, and the configuration says that a signer holds the keys. ' +
        'Start the signer first, it makes the wallet: npx swapdesk signer',
    );
  }
  await refuseStrayTreasury(database, choices);
  const derivers: Partial<Record<AddressSpace, Derive>> = {};
  for (const row of rows) {
    refuseOtherNetwork(row.network, network);
    const kind = choices.kinds[row.name] ?? 'usual';
    const xpub = kind === 'taproot' ? row.taproot_xpub : row.xpub;
    if (kind === 'taproot' && xpub === null) throw new StartupError(NO_TAPROOT_KEY);
    if (xpub !== null) derivers[row.name] = publicDeriver(row.name, network, xpub, kind);
  }
  return derivers;
}
