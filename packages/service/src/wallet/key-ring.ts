import { addressForm } from '../chains/address-forms.ts';
import type { AddressSpace, Network } from '../chains/family.ts';
import type { KeyOf } from '../chains/signer.ts';
import type { Queryable } from '../store/database.ts';
import { addressOfKey, privateKey, treasuryKey } from './keys.ts';
import type { TreasuryPaths } from './treasury-paths.ts';

/** The address is none of this wallet's, whatever the store says. */
export class NotOurs extends Error {
  override readonly name = 'NotOurs';
}

/**
 * Finds the private key of an address of ours. The store says which it is; that it is that address's key is checked here,
 * so that a store somebody has tampered with cannot make us sign for another.
 */
export function openKeyRing(
  database: Queryable,
  network: Network,
  seed: Uint8Array,
  treasuryPaths: TreasuryPaths,
): KeyOf {
  return async (space, address) => {
    const kind = addressForm(space).kindOf(address);
    const found = await findKey(database, space, address);
    const key =
      found === 'treasury'
        ? treasuryKey(space, network, seed, treasuryPaths[space])
        : privateKey(space, network, seed, found, kind);
    if (addressOfKey(space, network, key, kind) !== address) {
      throw new NotOurs(
        `${address} is in the store, but its key is another: was this store made with another seed?`,
      );
    }
    return key;
  };
}

/** The treasury, or the number of a deposit address. */
async function findKey(
  database: Queryable,
  space: AddressSpace,
  address: string,
): Promise<'treasury' | number> {
  const { rows } = await database.query<{ is_treasury: boolean; index: number | null }>({
    name: 'find-key',
    text: `
      SELECT s.treasury IS NOT DISTINCT FROM $2 AS is_treasury,
             (SELECT index FROM deposit_address d WHERE d.space = s.name AND d.address = $2) AS index
        FROM address_space s WHERE s.name = $1`,
    values: [space, address],
  });
  const found = rows[0];
  if (found?.is_treasury) return 'treasury';
  if (found === undefined || found.index === null) throw new NotOurs(`${address} is no address of ours`);
  return found.index;
}
