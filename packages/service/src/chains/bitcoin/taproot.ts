import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToNumberBE } from '@noble/curves/utils.js';

const { BASE, Fn } = secp256k1.Point;

/**
 * The key that a P2TR address shows, x alone: ours, moved on by a hash of itself, which leaves no other way to spend than
 * a signature (BIP-341, BIP-86). All of this is public, so nothing need be hidden from who measures time.
 */
export function taprootOutputKey(publicKey: Uint8Array): Uint8Array {
  const x = publicKey.slice(1);
  const tweak = bytesToNumberBE(schnorr.utils.taggedHash('TapTweak', x));
  // One in 2^127.
  if (!Fn.isValidNot0(tweak)) throw new RangeError('this key has no taproot address');
  return schnorr.utils.lift_x(bytesToNumberBE(x)).add(BASE.multiplyUnsafe(tweak)).toBytes(true).slice(1);
}
