import { addressForm } from '../chains/address-forms.ts';
import type { AddressKind, AddressSpace } from '../chains/family.ts';
import type { Database } from '../store/database.ts';
import type { WalletChoices } from './choices.ts';

/**
 * Addresses are derived ahead of need. Those of another kind than is wanted now are passed over: nobody will be given
 * them, but they keep their numbers and are watched like all others.
 */
export async function passOverOtherKinds(database: Database, { kinds }: WalletChoices): Promise<void> {
  for (const [space, kind] of Object.entries(kinds) as [AddressSpace, AddressKind][]) {
    const { rows } = await database.query<{ index: number; address: string }>(
      `SELECT d.index, d.address FROM deposit_address d JOIN address_space s ON s.name = d.space
        WHERE s.name = $1 AND d.index >= s.given AND d.index < s.derived ORDER BY d.index DESC`,
      [space],
    );
    const last = rows.find(({ address }) => addressForm(space).kindOf(address) !== kind);
    if (last === undefined) continue;
    // Another node may have taken some meanwhile: the counter only ever grows.
    await database.query('UPDATE address_space SET given = greatest(given, $2) WHERE name = $1', [
      space,
      last.index + 1,
    ]);
  }
}
