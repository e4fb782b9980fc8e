import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { type RefusedAddress, refuse } from './family.ts';

/** The 20-byte account of a compressed public key, as EVM chains and TRON compute it. */
export function accountOf(publicKey: Uint8Array): Uint8Array {
  if (publicKey.length !== 33) throw new RangeError('a compressed secp256k1 key has 33 bytes');
  const uncompressed = secp256k1.Point.fromBytes(publicKey).toBytes(false);
  return keccak_256(uncompressed.subarray(1)).subarray(12);
}

const NOBODYS = new Set([
  'ee'.repeat(20), // stands for the chain's own coin in many contracts
  'ff'.repeat(20),
  'dead'.repeat(10),
  'dead000000000000000042069420694206942069',
]);

/** Why nobody can hold the key of this account, or null. */
export function unspendableAccount(account: Uint8Array): RefusedAddress | null {
  const hex = bytesToHex(account);
  if (/^0+$/.test(hex)) return refuse('LOST', 'This is the zero address: funds sent there are lost');
  // Precompiles and system contracts: 0x1… on all chains, 0x100 and 0x1010 on Polygon, 0x1000… on BSC; burn 0x…dEaD.
  if (hex.startsWith('0'.repeat(36)) || NOBODYS.has(hex)) {
    return refuse('LOST', 'This address is reserved or a burn address: funds sent there are lost');
  }
  return null;
}
