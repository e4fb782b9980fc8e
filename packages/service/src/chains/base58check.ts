import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';

const codec = createBase58check(sha256);
const HASH_BYTES = 20;
const MAX_TEXT = 35;

export interface VersionedHash {
  version: number;
  hash: Uint8Array;
}

/** The version byte and 20-byte hash behind a base58check text, or null if it is none or its checksum is wrong. */
export function decodeVersionedHash(text: string): VersionedHash | null {
  if (text.length > MAX_TEXT) return null;
  try {
    const bytes = codec.decode(text);
    return bytes.length === 1 + HASH_BYTES ? { version: bytes[0]!, hash: bytes.subarray(1) } : null;
  } catch {
    return null;
  }
}

/** The base58check text of a version byte and a 20-byte hash. */
export function encodeVersionedHash({ version, hash }: VersionedHash): string {
  return codec.encode(Uint8Array.of(version, ...hash));
}

/** Does the text have the letters and the length of such an address, so that only its checksum can be wrong? */
export function looksLikeVersionedHash(text: string): boolean {
  return /^[1-9A-HJ-NP-Za-km-z]{26,35}$/.test(text);
}
