import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bech32, bech32m } from '@scure/base';
import { type RefusedAddress, refuse } from '../family.ts';

/** The prefix of a text that is built like a segwit address, in lower case, or null. */
export function segwitPrefix(text: string): string | null {
  return /^([a-z]+)1/.exec(text.toLowerCase())?.[1] ?? null;
}

/** Why a text with a known prefix is no segwit address that can be paid and spent, or null. */
export function segwitFault(text: string): RefusedAddress | null {
  if (text !== text.toLowerCase() && text !== text.toUpperCase()) {
    return refuse('FORM', 'The address mixes upper and lower case letters');
  }
  const plain = bech32.decodeUnsafe(text);
  const decoded = plain ?? bech32m.decodeUnsafe(text);
  if (!decoded) return refuse('CHECKSUM', 'The checksum does not match: a character is missing or mistyped');

  const [version, ...words] = decoded.words;
  if (version === undefined) return refuse('FORM', 'The address is incomplete');
  if (version > 1) {
    const words = `Segwit version ${version} is not in use: funds sent there could be taken by anyone`;
    return refuse('LOST', words);
  }
  if ((version === 0) !== (plain !== undefined)) {
    return refuse('CHECKSUM', 'The checksum is of the wrong kind for this segwit version (BIP-350)');
  }
  const program = bech32.fromWordsUnsafe(words);
  if (!program) return refuse('FORM', 'The address is badly padded');
  return programFault(version, program);
}

function programFault(version: number, program: Uint8Array): RefusedAddress | null {
  if (version === 0 && program.length !== 20 && program.length !== 32) {
    return refuse('FORM', 'A segwit version 0 address holds 20 or 32 bytes');
  }
  if (version === 1 && program.length !== 32) return refuse('FORM', 'A taproot address holds 32 bytes');
  if (program.every((byte) => byte === 0)) return refuse('LOST', 'Nobody holds the key of this address');
  if (version === 1 && !isXOnlyKey(program))
    return refuse('LOST', 'The taproot key is not on the curve: nobody could spend the funds');
  return null;
}

function isXOnlyKey(x: Uint8Array): boolean {
  try {
    secp256k1.Point.fromBytes(Uint8Array.of(2, ...x));
    return true;
  } catch {
    return false;
  }
}

/** The P2TR address of an output key. */
export function encodeTaprootKey(prefix: string, key: Uint8Array): string {
  return bech32m.encode(prefix, [1, ...bech32m.toWords(key)]);
}

/** Whether an address of ours with one of these prefixes is P2TR: the version stands first, as one letter. */
export function isTaproot(prefixes: readonly string[], address: string): boolean {
  return prefixes.some((prefix) => address.startsWith(`${prefix}1p`));
}

/** The P2WPKH address of a key hash. */
export function encodeKeyHash(prefix: string, hash: Uint8Array): string {
  return bech32.encode(prefix, [0, ...bech32.toWords(hash)]);
}
