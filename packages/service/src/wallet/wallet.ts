import { randomBytes } from 'node:crypto';
import { ADDRESS_SPACES, type AddressSpace, type Network } from '../chains/family.ts';
import type { KeyOf } from '../chains/signer.ts';
import type { Clock } from '../clock.ts';
import { StartupError } from '../startup-error.ts';
import type { Database } from '../store/database.ts';
import { transaction } from '../store/transaction.ts';
import { openKeyRing } from './key-ring.ts';
import {
  type AccountKeys,
  accountPublicKeys,
  deriveFromSeed,
  publicDeriver,
  treasuryAddress,
} from './keys.ts';
import { openMnemonic, PassphraseError, type SealedSeed, sealMnemonic } from './sealed-seed.ts';
import { generateMnemonic, seedOf } from './seed.ts';

/** Derives the deposit address at an index. */
export type Derive = (index: number) => string;
export type Derivers = Readonly<Record<AddressSpace, Derive>>;

/** The unlocked wallet. */
export interface Wallet {
  readonly derivers: Derivers;
  readonly keyOf: KeyOf;
}

/**
 * Opens the wallet with the passphrase; makes one if the store has none. Only nodes that derive addresses or sign
 * call this: api nodes never hold the seed.
 */
export async function openWallet(
  database: Database,
  options: { network: Network; passphrase: string; clock: Clock },
): Promise<Wallet> {
  const { network, passphrase } = options;
  let sealed = await storedSeed(database, network);
  if (sealed === undefined) {
    await createWallet(database, options);
    sealed = (await storedSeed(database, network)) as SealedSeed;
  }
  const mnemonic = await openMnemonic(sealed, passphrase).catch((error: unknown) => {
    if (!(error instanceof PassphraseError)) throw error;
    throw new StartupError(`${error.message}. Check SWAPDESK_PASSPHRASE or SWAPDESK_PASSPHRASE_FILE.`);
  });
  const seed = await seedOf(mnemonic);
  await storeTreasuries(database, network, seed);
  const keys = accountPublicKeys(seed, network);
  const derivers = ADDRESS_SPACES.map((space): [AddressSpace, Derive] => {
    const xpub = keys[space];
    return [
      space,
      xpub === null
        ? (index) => deriveFromSeed(space, network, seed, index)
        : publicDeriver(space, network, xpub),
    ];
  });
  return {
    derivers: Object.fromEntries(derivers) as Record<AddressSpace, Derive>,
    keyOf: openKeyRing(database, network, seed),
  };
}

/** Where each space's treasury lives. Public, so that nodes without the seed know it. */
async function storeTreasuries(database: Database, network: Network, seed: Uint8Array): Promise<void> {
  await database.query(
    `UPDATE address_space s SET treasury = t.address FROM unnest($1::text[], $2::text[]) AS t (name, address)
      WHERE s.name = t.name AND s.treasury IS DISTINCT FROM t.address`,
    [ADDRESS_SPACES, ADDRESS_SPACES.map((space) => treasuryAddress(space, network, seed))],
  );
}

/** The seed in the store, still sealed. Refuses a store that was made for the other network. */
async function storedSeed(database: Database, network: Network): Promise<SealedSeed | undefined> {
  const { rows } = await database.query<{ network: Network; sealed_seed: SealedSeed }>(
    'SELECT network, sealed_seed FROM wallet',
  );
  const wallet = rows[0];
  if (wallet !== undefined && wallet.network !== network) {
    throw new StartupError(
      `This store holds a wallet for ${wallet.network} networks, not for ${network} ones.`,
    );
  }
  return wallet?.sealed_seed;
}

/** Makes a wallet unless there is one. Two nodes may do this at once: the first to commit wins. */
async function createWallet(
  database: Database,
  { network, passphrase, clock }: { network: Network; passphrase: string; clock: Clock },
): Promise<void> {
  const mnemonic = generateMnemonic(randomBytes);
  const sealed = await sealMnemonic(mnemonic, passphrase, randomBytes);
  const keys: AccountKeys = accountPublicKeys(await seedOf(mnemonic), network);
  await transaction(database, async (client) => {
    const made = await client.query(
      'INSERT INTO wallet (network, sealed_seed, created_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      [network, sealed, clock()],
    );
    if (made.rowCount === 1) {
      await client.query(
        'INSERT INTO address_space (name, xpub) SELECT * FROM unnest($1::text[], $2::text[])',
        [ADDRESS_SPACES, ADDRESS_SPACES.map((space) => keys[space])],
      );
    }
  });
}
