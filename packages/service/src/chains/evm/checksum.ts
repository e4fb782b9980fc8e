import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** The EIP-55 form of a 20-byte account: a letter's case is a bit of the hash of the lower-case text. */
export function checksummed(account: Uint8Array): string {
  const hex = bytesToHex(account);
  const hash = bytesToHex(keccak_256(utf8ToBytes(hex)));
  const letters = Array.from(hex, (letter, i) => (hash[i]! >= '8' ? letter.toUpperCase() : letter));
  return `0x${letters.join('')}`;
}
