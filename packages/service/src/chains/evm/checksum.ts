import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** The EIP-55 form of a 20-byte account: a letter's case is a bit of the hash of the lower-case text. */
export function checksummed(account: Uint8Array): string {
  const hex = bytesToHex(account);
  const upper = hex.toUpperCase();
  const hash = keccak_256(utf8ToBytes(hex));
  let text = '0x';
  for (let i = 0; i < hex.length; i++) {
    // The first bit of each half byte.
    const bit = hash[i >> 1]! & (i % 2 === 0 ? 0x80 : 0x08);
    text += bit === 0 ? hex[i] : upper[i];
  }
  return text;
}
