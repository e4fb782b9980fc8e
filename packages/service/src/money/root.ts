/** The square root of a non-negative integer, rounded up to the next one. */
export function ceilRoot(square: bigint): bigint {
  if (square < 0n) throw new RangeError('there is no root of a negative number');
  if (square < 2n) return square;
  // Newton's method from above falls until it has reached the root rounded down.
  let root = 1n << BigInt(Math.ceil(square.toString(2).length / 2));
  for (let next = (root + square / root) / 2n; next < root; next = (root + square / root) / 2n) root = next;
  return root * root === square ? root : root + 1n;
}
