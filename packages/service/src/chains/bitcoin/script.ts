import { bech32, bech32m, hex } from '@scure/base';
import { decodeVersionedHash, encodeVersionedHash } from '../base58check.ts';
import { Unpayable } from '../chain.ts';
import type { Network } from '../family.ts';
import { type CoinParams, received } from './params.ts';

/** The standard ways to lock a coin: to a key or to a script, in the old, the segwit and the taproot form. */
export type ScriptKind = 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2wsh' | 'p2tr';

/** What stands before and after the hash or key, in hex, and how many bytes that has. */
const SHAPES: readonly { kind: ScriptKind; before: string; bytes: number; after: string }[] = [
  { kind: 'p2wpkh', before: '0014', bytes: 20, after: '' },
  { kind: 'p2wsh', before: '0020', bytes: 32, after: '' },
  { kind: 'p2tr', before: '5120', bytes: 32, after: '' },
  { kind: 'p2pkh', before: '76a914', bytes: 20, after: '88ac' },
  { kind: 'p2sh', before: 'a914', bytes: 20, after: '87' },
];

export interface Lock {
  readonly kind: ScriptKind;
  /** The hash, or the taproot key, in hex. */
  readonly program: string;
}

/** How a script locks a coin; null where it is none of the standard ways, and so nothing that we can own. */
export function lockOfScript(script: string): Lock | null {
  for (const { kind, before, bytes, after } of SHAPES) {
    const isShape =
      script.length === before.length + 2 * bytes + after.length &&
      script.startsWith(before) &&
      script.endsWith(after);
    if (isShape) return { kind, program: script.slice(before.length, before.length + 2 * bytes) };
  }
  return null;
}

/** The script of a lock, in hex. */
export function scriptOfLock({ kind, program }: Lock): string {
  const shape = SHAPES.find((each) => each.kind === kind);
  return `${shape?.before}${program}${shape?.after}`;
}

/** The address of a lock in the network's own form; null where the coin has none, as Dogecoin for segwit. */
export function addressOfLock(coin: CoinParams, network: Network, { kind, program }: Lock): string | null {
  const bytes = hex.decode(program);
  if (kind === 'p2pkh') return encodeVersionedHash({ version: coin.keyHash[network][0]!, hash: bytes });
  if (kind === 'p2sh') return encodeVersionedHash({ version: coin.scriptHash[network][0]!, hash: bytes });
  const prefix = coin.prefixes[network][0];
  if (prefix === undefined) return null;
  return kind === 'p2tr'
    ? bech32m.encode(prefix, [1, ...bech32m.toWords(bytes)])
    : bech32.encode(prefix, [0, ...bech32.toWords(bytes)]);
}

/** How a coin sent to an address is locked. Throws Unpayable for what the address check would have refused. */
export function lockOfAddress(coin: CoinParams, network: Network, address: string): Lock {
  const legacy = decodeVersionedHash(address);
  if (legacy !== null) {
    const program = hex.encode(legacy.hash);
    if (received(coin.keyHash, network).includes(legacy.version)) return { kind: 'p2pkh', program };
    if (received(coin.scriptHash, network).includes(legacy.version)) return { kind: 'p2sh', program };
  }
  const segwit = legacy === null ? segwitLock(address) : null;
  if (segwit === null || !received(coin.prefixes, network).includes(segwit.prefix)) {
    throw new Unpayable(`${address} is no address of ${coin.name} that can be paid on this network`);
  }
  return segwit.lock;
}

function segwitLock(address: string): { lock: Lock; prefix: string } | null {
  const plain = bech32.decodeUnsafe(address);
  const decoded = plain ?? bech32m.decodeUnsafe(address);
  const [version, ...words] = decoded?.words ?? [];
  const program = bech32.fromWordsUnsafe(words);
  if (!decoded || !program) return null;
  const kind = segwitKind(version, program.length, plain !== undefined);
  return kind && { lock: { kind, program: hex.encode(program) }, prefix: decoded.prefix };
}

function segwitKind(version: number | undefined, bytes: number, isPlain: boolean): ScriptKind | null {
  if (version === 0 && isPlain) return bytes === 20 ? 'p2wpkh' : bytes === 32 ? 'p2wsh' : null;
  return version === 1 && !isPlain && bytes === 32 ? 'p2tr' : null;
}
