import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { HDKey } from '@scure/bip32';
import { addressForm } from '../chains/address-forms.ts';
import { ADDRESS_SPACES, type AddressKind, type AddressSpace, type Network } from '../chains/family.ts';
import { publicChildren } from './public-children.ts';
import { ed25519Key } from './slip10.ts';

/** Deposit keys are <account>/0/<index>: BIP-44's external chain. */
const EXTERNAL = 0;
const INDEX_LIMIT = 2 ** 31;

/** The account's extended public key per space; null where only the seed can derive (ed25519), or there is no such kind. */
export type AccountKeys = Record<AddressSpace, string | null>;

/** The account public keys of a seed: all that a node needs to derive addresses, and nothing to spend with. */
export function accountPublicKeys(
  seed: Uint8Array,
  network: Network,
  kind: AddressKind = 'usual',
): AccountKeys {
  const root = HDKey.fromMasterSeed(seed);
  const xpub = (space: AddressSpace) => {
    const { curve, kinds } = addressForm(space);
    if (curve === 'ed25519' || !kinds.includes(kind)) return null;
    return root.derive(accountPath(space, network, kind)).publicExtendedKey;
  };
  return Object.fromEntries(ADDRESS_SPACES.map((space) => [space, xpub(space)])) as AccountKeys;
}

/** The same of every kind. It takes a tenth of a second: once for each start. */
export type KeysByKind = Readonly<Record<AddressKind, AccountKeys>>;

export function keysByKind(seed: Uint8Array, network: Network): KeysByKind {
  return {
    usual: accountPublicKeys(seed, network),
    taproot: accountPublicKeys(seed, network, 'taproot'),
  };
}

/** Derives many deposit addresses from one account public key. */
export function publicDeriver(
  space: AddressSpace,
  network: Network,
  xpub: string,
  kind: AddressKind = 'usual',
): (index: number) => string {
  const form = addressForm(space);
  if (form.curve === 'ed25519') throw new RangeError(`${space} addresses need the seed`);
  const account = HDKey.fromExtendedKey(xpub);
  if (account.privateKey) throw new RangeError('an extended private key was given in place of a public one');
  // Most starts find the pool full and derive none: what it takes to begin is a tenth of a second.
  let child: ((index: number) => Uint8Array) | undefined;
  const begin = () => {
    const chain = account.deriveChild(EXTERNAL);
    return publicChildren(chain.publicKey!, chain.chainCode!);
  };
  return (index) => {
    child ??= begin();
    return form.encode(child(checkedIndex(index)), network, kind);
  };
}

/** The deposit address at an index, from the account public key. */
export function derivePublic(
  space: AddressSpace,
  network: Network,
  xpub: string,
  index: number,
  kind: AddressKind = 'usual',
): string {
  return publicDeriver(space, network, xpub, kind)(index);
}

/** The deposit address at an index, from the seed: the only way on Solana. */
export function deriveFromSeed(
  space: AddressSpace,
  network: Network,
  seed: Uint8Array,
  index: number,
  kind: AddressKind = 'usual',
): string {
  return addressOfKey(space, network, privateKey(space, network, seed, index, kind), kind);
}

/** The address of the treasury at a path below the account. It is of the usual kind, whatever deposit addresses are. */
export function treasuryAddress(
  space: AddressSpace,
  network: Network,
  seed: Uint8Array,
  path: string,
): string {
  return addressOfKey(space, network, treasuryKey(space, network, seed, path));
}

/** The private key of the treasury, for signing. */
export function treasuryKey(
  space: AddressSpace,
  network: Network,
  seed: Uint8Array,
  path: string,
): Uint8Array {
  return keyAt(space, seed, treasuryPath(space, network, path));
}

/** Where the key of the treasury is, all of the way. */
export function treasuryPath(space: AddressSpace, network: Network, path: string): string {
  return `${accountPath(space, network)}/${path}`;
}

/** The address that a private key pays from. */
export function addressOfKey(
  space: AddressSpace,
  network: Network,
  key: Uint8Array,
  kind: AddressKind = 'usual',
): string {
  const form = addressForm(space);
  const publicKey = form.curve === 'ed25519' ? ed25519.getPublicKey(key) : secp256k1.getPublicKey(key);
  return form.encode(publicKey, network, kind);
}

/** The private key of the deposit address at an index, for signing. */
export function privateKey(
  space: AddressSpace,
  network: Network,
  seed: Uint8Array,
  index: number,
  kind: AddressKind = 'usual',
): Uint8Array {
  return keyAt(space, seed, depositPath(space, network, index, kind));
}

/** Where the key of the deposit address at an index is. */
export function depositPath(
  space: AddressSpace,
  network: Network,
  index: number,
  kind: AddressKind = 'usual',
): string {
  const account = accountPath(space, network, kind);
  checkedIndex(index);
  return addressForm(space).curve === 'ed25519'
    ? `${account}/${index}'/0'`
    : `${account}/${EXTERNAL}/${index}`;
}

/** Where the account of a kind of address is. */
export function accountPath(space: AddressSpace, network: Network, kind: AddressKind = 'usual'): string {
  const form = addressForm(space);
  if (!form.kinds.includes(kind)) throw new RangeError(`${space} has no ${kind} addresses`);
  return form.accountPath(network, kind);
}

function keyAt(space: AddressSpace, seed: Uint8Array, path: string): Uint8Array {
  if (addressForm(space).curve === 'ed25519') return ed25519Key(seed, indices(path));
  return HDKey.fromMasterSeed(seed).derive(path).privateKey!;
}

/** The indices of a path whose every step is hardened. */
function indices(path: string): number[] {
  return Array.from(path.matchAll(/\/(\d+)'/g), ([, digits]) => Number(digits));
}

function checkedIndex(index: number): number {
  if (!Number.isInteger(index) || index < 0 || index >= INDEX_LIMIT) {
    throw new RangeError('an address index is a whole number below 2^31');
  }
  return index;
}
