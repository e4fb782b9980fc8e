import { ADDRESS_SPACES, type AddressSpace, type Network } from '../chains/family.ts';
import { StartupError } from '../startup-error.ts';
import type { Database, Queryable } from '../store/database.ts';
import { transaction } from '../store/transaction.ts';
import type { WalletChoices } from './choices.ts';
import { type KeysByKind, treasuryAddress } from './keys.ts';
import { readTreasuryPaths, type TreasuryPaths } from './treasury-paths.ts';

/** Where each space's treasury lives. */
export type Treasuries = Readonly<Record<AddressSpace, string>>;

/**
 * Stores what is public of the wallet, for nodes without the seed: where treasuries are, and the keys that addresses come
 * from, those of a coin that is known since the wallet was made too. A treasury that may hold something stays where it is:
 * nobody would watch the old one.
 */
export async function publishWallet(
  database: Database,
  network: Network,
  { seed, keys }: { readonly seed: Uint8Array; readonly keys: KeysByKind },
  choices: WalletChoices,
): Promise<{ treasuries: Treasuries; paths: TreasuryPaths }> {
  // Derived before the transaction begins: on a busy machine it takes longer than the server lets one stand idle.
  const derive = (paths: TreasuryPaths) =>
    Object.fromEntries(
      ADDRESS_SPACES.map((space) => [space, treasuryAddress(space, network, seed, paths[space])]),
    ) as Treasuries;
  const expected = await readTreasuryPaths(database, choices);
  const derived = derive(expected);
  return transaction(database, async (client) => {
    const { rows: before } = await client.query<Before>(
      'SELECT name, treasury, treasury_path FROM address_space ORDER BY name FOR UPDATE',
    );
    const paths = await readTreasuryPaths(client, choices);
    const isAsExpected = ADDRESS_SPACES.every((space) => paths[space] === expected[space]);
    const treasuries = isAsExpected ? derived : derive(paths);
    for (const each of before) {
      if (each.treasury !== null && each.treasury !== treasuries[each.name])
        await refuseIfUsed(client, each, paths[each.name]);
    }
    await store(client, treasuries, paths, keys);
    return { treasuries, paths };
  });
}

interface Before {
  name: AddressSpace;
  treasury: string | null;
  treasury_path: string | null;
}

/** Used is one on whose chains a transfer to us was ever seen: change goes there, and more may be on its way. */
async function refuseIfUsed(client: Queryable, { name, treasury_path }: Before, path: string): Promise<void> {
  const { rows } = await client.query<{ used: boolean; running: boolean }>(
    `SELECT EXISTS (SELECT FROM chain c JOIN deposit d ON d.chain_id = c.id WHERE c.address_space = $1) AS used,
            EXISTS (SELECT FROM lease WHERE until >= extract(epoch FROM now())) AS running`,
    [name],
  );
  const moving = `The treasury of ${name} is at ${treasury_path}, but the configuration says "treasury": "${path}".`;
  if (rows[0]?.used)
    throw new StartupError(
      `${moving} It has been used, and what is there would be lost from sight: write "${treasury_path}" again.`,
    );
  if (rows[0]?.running)
    throw new StartupError(`${moving} An engine or a signer works with it: stop all of them first.`);
}

async function store(
  client: Queryable,
  treasuries: Treasuries,
  paths: TreasuryPaths,
  keys: KeysByKind,
): Promise<void> {
  const column = <T>(values: Readonly<Record<AddressSpace, T>>) =>
    ADDRESS_SPACES.map((space) => values[space]);
  await client.query(
    `INSERT INTO address_space (name, xpub, treasury, treasury_path, taproot_xpub)
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
     ON CONFLICT (name) DO UPDATE
        SET treasury = excluded.treasury, treasury_path = excluded.treasury_path, taproot_xpub = excluded.taproot_xpub`,
    [ADDRESS_SPACES, column(keys.usual), column(treasuries), column(paths), column(keys.taproot)],
  );
}
