import { createECDH, createHash, createHmac } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToNumberBE, numberToBytesBE } from '@noble/curves/utils.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { HDKey } from '@scure/bip32';

const { Fn } = secp256k1.Point;
const HARDENED = 0x8000_0000;
const KEY_BYTES = 32;

/** A private key of BIP-32 with what its children are derived from. */
interface PrivateNode {
  readonly key: Uint8Array;
  readonly chainCode: Uint8Array;
  readonly depth: number;
  readonly index: number;
  readonly parentFingerprint: number;
}

/**
 * The node at a path such as m/84'/0'/0'. HDKey gives the same; but it multiplies points in JavaScript at every step, and
 * before the first it computes a table, which together took a third of a second at every start.
 */
export function privateNode(seed: Uint8Array, path: string): PrivateNode {
  return stepsOf(path).reduce(child, rootOf(seed));
}

/** The public key, compressed. */
export function publicKeyOf(key: Uint8Array): Uint8Array {
  const curve = createECDH('secp256k1');
  curve.setPrivateKey(key);
  return Uint8Array.from(curve.getPublicKey(null, 'compressed'));
}

/** The extended public key, as others read it. */
export function extendedPublicKey({ key, ...node }: PrivateNode): string {
  return new HDKey({ ...node, publicKey: publicKeyOf(key) }).publicExtendedKey;
}

function rootOf(seed: Uint8Array): PrivateNode {
  const digest = createHmac('sha512', 'Bitcoin seed').update(seed).digest();
  return { ...halves(digest), depth: 0, index: 0, parentFingerprint: 0 };
}

function child(parent: PrivateNode, index: number): PrivateNode {
  const publicKey = publicKeyOf(parent.key);
  const data = Buffer.alloc(1 + KEY_BYTES + 4);
  data.set(index >= HARDENED ? parent.key : publicKey, index >= HARDENED ? 1 : 0);
  data.writeUInt32BE(index, 1 + KEY_BYTES);
  const { key: tweak, chainCode } = halves(createHmac('sha512', parent.chainCode).update(data).digest());
  const key = Fn.create(bytesToNumberBE(tweak) + bytesToNumberBE(parent.key));
  // One in 2^127. Taking the next index instead, as some do, would give one address to two orders.
  if (!Fn.isValid(bytesToNumberBE(tweak)) || key === 0n) throw new RangeError(`index ${index} has no key`);
  return {
    ...{ key: numberToBytesBE(key, KEY_BYTES), chainCode },
    ...{ depth: parent.depth + 1, index, parentFingerprint: fingerprintOf(publicKey) },
  };
}

function halves(digest: Buffer): { key: Uint8Array; chainCode: Uint8Array } {
  return {
    key: Uint8Array.from(digest.subarray(0, KEY_BYTES)),
    chainCode: Uint8Array.from(digest.subarray(KEY_BYTES)),
  };
}

function fingerprintOf(publicKey: Uint8Array): number {
  const hash = createHash('sha256').update(publicKey).digest();
  return Buffer.from(ripemd160(hash)).readUInt32BE();
}

/** The indices of a path's steps. */
function stepsOf(path: string): number[] {
  const [root, ...steps] = path.split('/');
  if (root !== 'm') throw new RangeError(`${path} does not begin with m`);
  return steps.map((step) => {
    const index = /^\d{1,10}'?$/.test(step) ? Number.parseInt(step, 10) : HARDENED;
    if (index >= HARDENED) throw new RangeError(`${step} is no step of a path`);
    return step.endsWith("'") ? index + HARDENED : index;
  });
}
