import { createHmac } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToNumberBE } from '@noble/curves/utils.js';

const { BASE, Fn, fromBytes } = secp256k1.Point;

/**
 * The public children of a BIP-32 node, compressed. Less than half the work of HDKey.deriveChild: the parent is
 * decompressed once, and the multiplication need not hide a scalar that follows from public values.
 */
export function publicChildren(publicKey: Uint8Array, chainCode: Uint8Array): (index: number) => Uint8Array {
  const parent = fromBytes(publicKey);
  return (index) => {
    const data = Buffer.alloc(37);
    data.set(publicKey);
    data.writeUInt32BE(index, 33);
    const digest = createHmac('sha512', chainCode).update(data).digest();
    const tweak = bytesToNumberBE(Uint8Array.from(digest.subarray(0, 32)));
    // One in 2^127. Taking the next index instead, as some do, would give one address to two orders.
    if (!Fn.isValidNot0(tweak)) throw new RangeError(`index ${index} has no key`);
    return BASE.multiplyUnsafe(tweak).add(parent).toBytes(true);
  };
}
