import { addressForm } from '../chains/address-forms.ts';
import type { AddressKind, AddressSpace } from '../chains/family.ts';
import type { Database } from '../store/database.ts';
import type { WalletChoices } from './choices.ts';

/** Looked at together. There are seldom more than a thousand ahead of need. */
const CHUNK = 1_000;

/**
 * Addresses are derived ahead of need. Those of another kind than is wanted now are passed over: nobody will be given
 * them, but they keep their numbers and are watched like all others.
 */
export async function passOverOtherKinds(database: Database, { kinds }: WalletChoices): Promise<void> {
  for (const [space, kind] of Object.entries(kinds) as [AddressSpace, AddressKind][]) {
    let hasMore = true;
    while (hasMore) hasMore = await passOverChunk(database, space, kind);
  }
}

/** Passes over the next ones that would be given, up to the first of this kind; true if there may be more to pass over. */
async function passOverChunk(database: Database, space: AddressSpace, kind: AddressKind): Promise<boolean> {
  const { rows } = await database.query<{ index: number; address: string }>(
    `SELECT d.index, d.address FROM deposit_address d JOIN address_space s ON s.name = d.space
      WHERE s.name = $1 AND d.index >= s.given ORDER BY d.index LIMIT $2`,
    [space, CHUNK],
  );
  const wanted = rows.findIndex(({ address }) => addressForm(space).kindOf(address) === kind);
  const last = (wanted === -1 ? rows : rows.slice(0, wanted)).at(-1);
  if (last === undefined) return false;
  // Another node may have taken some meanwhile: the counter only ever grows.
  await database.query('UPDATE address_space SET given = greatest(given, $2) WHERE name = $1', [
    space,
    last.index + 1,
  ]);
  return wanted === -1;
}
