import { randomBytes } from 'node:crypto';
import { ADDRESS_SPACES, type AddressKind, type AddressSpace, type Network } from '../chains/family.ts';
import type { KeyOf } from '../chains/signer.ts';
import type { Clock } from '../clock.ts';
import { StartupError } from '../startup-error.ts';
import type { Database, Queryable } from '../store/database.ts';
import { transaction } from '../store/transaction.ts';
import type { WalletChoices } from './choices.ts';
import { openKeyRing } from './key-ring.ts';
import {
  type AccountKeys,
  accountPublicKeys,
  deriveFromSeed,
  type KeysByKind,
  keysByKind,
  publicDeriver,
} from './keys.ts';
import { publishWallet, type Treasuries } from './publish.ts';
import type { ScryptCost } from './scrypt.ts';
import { openMnemonic, PassphraseError, type SealedSeed, sealMnemonic } from './sealed-seed.ts';
import { generateMnemonic, seedOf } from './seed.ts';

/** Derives the deposit address at an index. */
export type Derive = (index: number) => string;
/** By space; without those that somebody else derives. */
export type Derivers = Readonly<Partial<Record<AddressSpace, Derive>>>;

export type AddressAt = (space: AddressSpace, index: number, kind: AddressKind) => string;

/** The unlocked wallet. */
export interface Wallet {
  readonly derivers: Required<Derivers>;
  /** The deposit address of a kind at an index: what the store says of it does not count. */
  readonly addressAt: AddressAt;
  readonly treasuries: Treasuries;
  readonly keyOf: KeyOf;
}

/**
 * Opens the wallet with the passphrase; makes one if the store has none. Only nodes that derive addresses or sign
 * call this: api nodes never hold the seed.
 */
export async function openWallet(
  database: Database,
  options: NewWalletOptions & { readonly choices: WalletChoices },
): Promise<Wallet> {
  const { network, choices } = options;
  const seed =
    (await openSeed(database, options)) ??
    (await createWallet(database, options)) ??
    ((await openSeed(database, options)) as Uint8Array);
  const keys = keysByKind(seed, network);
  const { treasuries, paths } = await publishWallet(database, network, { seed, keys }, choices);
  const addressAt = addressesOf(seed, keys, network);
  return {
    derivers: deriversOf(addressAt, choices),
    addressAt,
    treasuries,
    keyOf: openKeyRing(database, network, seed, paths),
  };
}

/** The seed in the store, opened with the passphrase; null if there is none yet. */
export async function openSeed(
  database: Database,
  options: { network: Network; passphrase: string },
): Promise<Uint8Array | null> {
  const words = await openWords(database, options);
  return words === null ? null : seedOf(words.mnemonic);
}

/** The words of a seed, and how the store has them. */
export interface OpenedWords {
  readonly mnemonic: string;
  readonly sealed: SealedSeed;
}

/** The words of the seed in the store, opened with the passphrase; null if there is none yet. */
export async function openWords(
  database: Database,
  { network, passphrase }: { network: Network; passphrase: string },
): Promise<OpenedWords | null> {
  const sealed = await storedSeed(database, network);
  if (sealed === undefined) return null;
  const mnemonic = await openMnemonic(sealed, passphrase).catch((error: unknown) => {
    if (!(error instanceof PassphraseError)) throw error;
    throw new StartupError(`${error.message}. Check SWAPDESK_PASSPHRASE or SWAPDESK_PASSPHRASE_FILE.`);
  });
  return { mnemonic, sealed };
}

function deriversOf(addressAt: AddressAt, { kinds }: WalletChoices): Required<Derivers> {
  const derivers = ADDRESS_SPACES.map((space): [AddressSpace, Derive] => {
    const kind = kinds[space] ?? 'usual';
    return [space, (index) => addressAt(space, index, kind)];
  });
  return Object.fromEntries(derivers) as Record<AddressSpace, Derive>;
}

function addressesOf(seed: Uint8Array, keys: KeysByKind, network: Network): AddressAt {
  const known = new Map<string, Derive>();
  return (space, index, kind) => {
    const name = `${space} ${kind}`;
    const xpub = keys[kind][space];
    const derive =
      known.get(name) ??
      (xpub === null
        ? (at: number) => deriveFromSeed(space, network, seed, at, kind)
        : publicDeriver(space, network, xpub, kind));
    known.set(name, derive);
    return derive(index);
  };
}

/** The seed in the store, still sealed. Refuses a store that was made for the other network. */
async function storedSeed(database: Database, network: Network): Promise<SealedSeed | undefined> {
  const { rows } = await database.query<{ network: Network; sealed_seed: SealedSeed }>(
    'SELECT network, sealed_seed FROM wallet',
  );
  const wallet = rows[0];
  if (wallet !== undefined) refuseOtherNetwork(wallet.network, network);
  return wallet?.sealed_seed;
}

/** A store's wallet is for one kind of network for ever. */
export function refuseOtherNetwork(ofStore: Network, network: Network): void {
  if (ofStore === network) return;
  throw new StartupError(
    `This store holds a wallet for ${ofStore} networks, not for ${network} ones, and stays with it. ` +
      'Set another SWAPDESK_DATA_DIR or SWAPDESK_DATABASE_URL, or the network as it was.',
  );
}

/** Makes a wallet and returns its seed. Two nodes may do this at once: the first to commit wins, the other gets null. */
async function createWallet(database: Database, options: NewWalletOptions): Promise<Uint8Array | null> {
  const mnemonic = generateMnemonic(randomBytes);
  const made = await newWallet(mnemonic, options);
  const isOurs = await transaction(database, (client) => insertWallet(client, made));
  return isOurs ? seedOf(mnemonic) : null;
}

interface NewWalletOptions {
  readonly network: Network;
  readonly passphrase: string;
  readonly clock: Clock;
  /** What it takes to try a passphrase; tests have no time for what is right everywhere else. */
  readonly cost?: ScryptCost;
}

/** A wallet that is not stored yet. */
export interface NewWallet {
  readonly network: Network;
  readonly sealed: SealedSeed;
  readonly keys: AccountKeys;
  readonly createdAt: number;
  /** When somebody was known to have its words on paper; null: nobody is. */
  readonly writtenDownAt: number | null;
}

/** Seals a mnemonic under a passphrase. Takes a while, on purpose: best done outside of any transaction. */
export async function newWallet(
  mnemonic: string,
  { network, passphrase, clock, cost }: NewWalletOptions,
): Promise<NewWallet> {
  const sealed = await sealMnemonic(mnemonic, passphrase, randomBytes, cost);
  const keys = accountPublicKeys(await seedOf(mnemonic), network);
  return { network, sealed, keys, createdAt: clock(), writtenDownAt: null };
}

/** Stores a wallet unless there is one; true if it did. */
export async function insertWallet(client: Queryable, wallet: NewWallet): Promise<boolean> {
  const { network, sealed, keys, createdAt, writtenDownAt } = wallet;
  const made = await client.query(
    `INSERT INTO wallet (network, sealed_seed, created_at, written_down_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT DO NOTHING`,
    [network, sealed, createdAt, writtenDownAt],
  );
  if (made.rowCount !== 1) return false;
  await client.query('INSERT INTO address_space (name, xpub) SELECT * FROM unnest($1::text[], $2::text[])', [
    ADDRESS_SPACES,
    ADDRESS_SPACES.map((space) => keys[space]),
  ]);
  return true;
}
