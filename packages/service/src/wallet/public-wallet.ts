import type { AddressSpace, Network } from '../chains/family.ts';
import { StartupError } from '../startup-error.ts';
import type { Queryable } from '../store/database.ts';
import { publicDeriver } from './keys.ts';
import { type Derive, type Derivers, refuseOtherNetwork } from './wallet.ts';

interface Row {
  network: Network;
  name: AddressSpace;
  xpub: string | null;
  treasury: string | null;
}

/**
 * Derives deposit addresses from the public keys in the store, for a node whose keys a signer holds. Spaces that only
 * the seed can derive are left to the signer. Needs a wallet that the signer has opened.
 */
export async function openPublicWallet(database: Queryable, network: Network): Promise<Derivers> {
  const { rows } = await database.query<Row>(
    'SELECT w.network, s.name, s.xpub, s.treasury FROM wallet w, address_space s',
  );
  if (rows.length === 0 || rows.some(({ treasury }) => treasury === null)) {
    throw new StartupError(
      'There is no wallet in this store yet, and the configuration says that a signer holds the keys. ' +
        'Start the signer first, it makes the wallet: npx swapdesk signer',
    );
  }
  const derivers: Partial<Record<AddressSpace, Derive>> = {};
  for (const { network: ofStore, name, xpub } of rows) {
    refuseOtherNetwork(ofStore, network);
    if (xpub !== null) derivers[name] = publicDeriver(name, network, xpub);
  }
  return derivers;
}
