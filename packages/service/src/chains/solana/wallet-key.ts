import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToNumberLE } from '@noble/curves/utils.js';
import { jacobi } from './jacobi.ts';

const { p: PRIME, d: D } = ed25519.Point.CURVE();
const SIGN_BIT = 1n << 255n;

/**
 * Can these 32 bytes be the public key of a wallet? Half of all bytes are no point, and half of the points no key.
 *
 * They encode y and the sign of x. There is such a point if x² = (y² - 1) / (dy² + 1) is a square. A key is a multiple of
 * the base point, so it is twice some other point, and of those 1 - y² is a square (2-descent at the point of order
 * two). The full test, a multiplication by the group's order, takes a hundred times as long.
 */
export function isWalletKey(bytes: Uint8Array): boolean {
  const y = bytesToNumberLE(bytes) & (SIGN_BIT - 1n);
  // y = 0 is a point of order four, the one of small order that would pass what follows.
  if (y === 0n || y >= PRIME) return false;
  const ySquared = (y * y) % PRIME;
  const isPoint = jacobi((ySquared - 1n + PRIME) * (D * ySquared + 1n), PRIME) === 1;
  return isPoint && jacobi(1n - ySquared + PRIME, PRIME) === 1;
}
