import { bytesToHex } from '@noble/hashes/utils.js';
import { HDKey } from '@scure/bip32';
import { addressForm } from '../chains/address-forms.ts';
import { ADDRESS_SPACES, type AddressKind, type AddressSpace, type Network } from '../chains/family.ts';
import { BITCOIN_CHAINS, type KnownBitcoinChain } from '../chains/known/bitcoin-chains.ts';
import { withChecksum } from './descriptor-checksum.ts';
import { accountPath } from './keys.ts';
import type { TreasuryPaths } from './treasury-paths.ts';

/** What lets others watch our addresses, and nothing more. */
export interface WatchOnly {
  readonly space: AddressSpace;
  readonly use: 'deposits' | 'treasury';
  /** A descriptor with its checksum; where there are none, the key that all addresses come from (BIP-380). */
  readonly text: string;
}

/** How keys are written, so that wallets know whose they are: xpub, tpub, or as the coin itself has it. */
const XPUB = { private: 0x0488ade4, public: 0x0488b21e };
const TPUB = { private: 0x04358394, public: 0x043587cf };

/** BIP-44's external chain. */
const DEPOSITS = '0/*';

/**
 * Everything that can be watched without the seed: deposit addresses of every kind, whichever is given now, and the
 * treasury. Nothing on ed25519, where only the seed can derive.
 */
export function watchOnly(seed: Uint8Array, network: Network, treasuryPaths: TreasuryPaths): WatchOnly[] {
  const spaces = ADDRESS_SPACES.filter((space) => addressForm(space).curve === 'secp256k1');
  return spaces.flatMap((space): WatchOnly[] => {
    const text = (kind: AddressKind, path: string) =>
      inScript(space, kind, `${accountKey(space, network, seed, kind)}/${path}`);
    const { kinds } = addressForm(space);
    return [
      ...kinds.map((kind) => ({ space, use: 'deposits' as const, text: text(kind, DEPOSITS) })),
      { space, use: 'treasury', text: text('usual', treasuryPaths[space]) },
    ];
  });
}

/** The account's public key, with where it comes from: `[fingerprint/84h/0h/0h]xpub…`. */
function accountKey(space: AddressSpace, network: Network, seed: Uint8Array, kind: AddressKind): string {
  const path = accountPath(space, network, kind);
  const root = HDKey.fromMasterSeed(seed, versionsOf(space, network));
  const fingerprint = bytesToHex(root.identifier!.subarray(0, 4));
  const origin = path.replace(/^m/, fingerprint).replaceAll("'", 'h');
  return `[${origin}]${root.derive(path).publicExtendedKey}`;
}

function versionsOf(space: AddressSpace, network: Network): typeof XPUB {
  const coin = coinIn(space);
  if (coin === undefined) return XPUB;
  return network === 'main' ? (coin.extendedKeys ?? XPUB) : TPUB;
}

/** Names the script behind an address, where addresses stand for scripts. */
function inScript(space: AddressSpace, kind: AddressKind, key: string): string {
  const coin = coinIn(space);
  if (coin === undefined) return key;
  const usual = coin.prefixes.main.length > 0 ? 'wpkh' : 'pkh';
  return withChecksum(`${kind === 'taproot' ? 'tr' : usual}(${key})`);
}

function coinIn(space: AddressSpace): KnownBitcoinChain | undefined {
  return BITCOIN_CHAINS.find((chain) => chain.space === space);
}
