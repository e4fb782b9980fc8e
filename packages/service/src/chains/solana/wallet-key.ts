import { ed25519 } from '@noble/curves/ed25519.js';

/** Can these 32 bytes be the public key of a wallet? Half of all bytes are no point, and half of the points no key. */
export function isWalletKey(bytes: Uint8Array): boolean {
  try {
    const point = ed25519.Point.fromBytes(bytes);
    return !point.isSmallOrder() && isDoubled(point.y);
  } catch {
    return false;
  }
}

/**
 * A key is a multiple of the base point, so it is twice some other point, and of those 1 - y² is a square (2-descent at
 * the point of order two). The full test, a multiplication by the group's order, takes ten times as long.
 */
function isDoubled(y: bigint): boolean {
  const { Fp } = ed25519.Point;
  const square = Fp.sub(Fp.ONE, Fp.sqr(y));
  return Fp.eql(Fp.pow(square, (Fp.ORDER - 1n) / 2n), Fp.ONE);
}
