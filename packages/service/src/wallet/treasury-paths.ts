import { addressForm } from '../chains/address-forms.ts';
import { ADDRESS_SPACES, type AddressSpace } from '../chains/family.ts';
import { StartupError } from '../startup-error.ts';
import type { Queryable } from '../store/database.ts';
import type { WalletChoices } from './choices.ts';

/** Where the key of each treasury is, below the account of its space. */
export type TreasuryPaths = Readonly<Record<AddressSpace, string>>;

/** BIP-44's internal chain is the wallet's own. On ed25519, where each index is an account: the last of them. */
const USUAL = { secp256k1: '1/0', ed25519: "2147483647'/0'" } as const;

/** Where a treasury is if nobody says otherwise: no deposit address is ever there. */
export function usualTreasuryPath(space: AddressSpace): string {
  return USUAL[addressForm(space).curve];
}

/** Where treasuries are: as chosen; where nothing is chosen as the store has it, or as usual. */
export async function readTreasuryPaths(
  client: Queryable,
  { treasuryPaths: chosen }: WalletChoices,
): Promise<TreasuryPaths> {
  const stored = await storedPaths(client);
  const paths = ADDRESS_SPACES.map((space) => [
    space,
    chosen[space] ?? stored.get(space) ?? usualTreasuryPath(space),
  ]);
  return Object.fromEntries(paths) as TreasuryPaths;
}

/** For those who cannot move a treasury: what the store has elsewhere than was chosen; null if all is as chosen. */
export async function strayTreasury(
  client: Queryable,
  { treasuryPaths: chosen }: WalletChoices,
): Promise<string | null> {
  for (const [space, path] of await storedPaths(client)) {
    if ((chosen[space] ?? path) === path) continue;
    return (
      `The treasury of ${space} is at ${path} in this store, but the configuration says "treasury": "${chosen[space]}". ` +
      'Give all nodes the same file, and start the one that holds the seed first.'
    );
  }
  return null;
}

/** Refuses to start where the store has a treasury elsewhere than was chosen. */
export async function refuseStrayTreasury(client: Queryable, choices: WalletChoices): Promise<void> {
  const stray = await strayTreasury(client, choices);
  if (stray !== null) throw new StartupError(stray);
}

async function storedPaths(client: Queryable): Promise<Map<AddressSpace, string>> {
  const { rows } = await client.query<{ name: AddressSpace; treasury_path: string }>(
    'SELECT name, treasury_path FROM address_space WHERE treasury_path IS NOT NULL ORDER BY name',
  );
  return new Map(rows.map(({ name, treasury_path }) => [name, treasury_path]));
}
