import { bytesToHex } from '@noble/hashes/utils.js';
import { HDKey } from '@scure/bip32';
import { addressForm } from '../chains/address-forms.ts';
import { ADDRESS_SPACES, type AddressSpace, type Network } from '../chains/family.ts';
import { withChecksum } from './descriptor-checksum.ts';

/** What lets others watch our addresses, and nothing more. */
export interface WatchOnly {
  readonly space: AddressSpace;
  readonly use: 'deposits' | 'treasury';
  /** A descriptor with its checksum; where there are none, the key that all addresses come from (BIP-380). */
  readonly text: string;
}

/** How keys are written, so that wallets know whose they are: xpub, tpub, and Dogecoin's dgub. */
const XPUB = { private: 0x0488ade4, public: 0x0488b21e };
const TPUB = { private: 0x04358394, public: 0x043587cf };
const DGUB = { private: 0x02fac398, public: 0x02facafd };

/** The scripts behind addresses, where addresses stand for scripts. */
const SCRIPTS: Partial<Record<AddressSpace, string>> = { bitcoin: 'wpkh', litecoin: 'wpkh', dogecoin: 'pkh' };

/** BIP-44's chains: deposits are on the external one, the treasury is the first of the internal one. */
const RANGES = { deposits: '0/*', treasury: '1/*' } as const;

/** Everything that can be watched without the seed. Nothing on ed25519, where only the seed can derive. */
export function watchOnly(seed: Uint8Array, network: Network): WatchOnly[] {
  const spaces = ADDRESS_SPACES.filter((space) => addressForm(space).curve === 'secp256k1');
  return spaces.flatMap((space) => {
    const key = accountKey(space, network, seed);
    return (['deposits', 'treasury'] as const).map((use) => ({
      space,
      use,
      text: inScript(space, `${key}/${RANGES[use]}`),
    }));
  });
}

/** The account's public key, with where it comes from: `[fingerprint/84h/0h/0h]xpub…`. */
function accountKey(space: AddressSpace, network: Network, seed: Uint8Array): string {
  const path = addressForm(space).accountPath(network);
  const root = HDKey.fromMasterSeed(seed, versionsOf(space, network));
  const fingerprint = bytesToHex(root.identifier!.subarray(0, 4));
  const origin = path.replace(/^m/, fingerprint).replaceAll("'", 'h');
  return `[${origin}]${root.derive(path).publicExtendedKey}`;
}

function versionsOf(space: AddressSpace, network: Network): typeof XPUB {
  if (SCRIPTS[space] === undefined) return XPUB;
  if (network !== 'main') return TPUB;
  return space === 'dogecoin' ? DGUB : XPUB;
}

function inScript(space: AddressSpace, key: string): string {
  const script = SCRIPTS[space];
  return script === undefined ? key : withChecksum(`${script}(${key})`);
}
