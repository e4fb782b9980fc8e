/**
 * Splits a whole into parts in proportion to weights, by largest remainder: the parts are integers, each within
 * one unit of its exact share, and add up to the whole. Of equal remainders the earlier part gets the unit.
 */
export function split(whole: bigint, weights: readonly bigint[]): bigint[] {
  const sum = weights.reduce((total, weight) => total + weight, 0n);
  if (sum <= 0n || weights.some((weight) => weight < 0n)) throw new RangeError('weights must be positive');
  if (weights.length === 1) return [whole];

  const parts = weights.map((weight) => (whole * weight) / sum);
  const left = Number(whole - parts.reduce((total, part) => total + part, 0n));
  if (left === 0) return parts;
  const remainders = weights.map((weight, n) => ({ n, remainder: (whole * weight) % sum }));
  remainders.sort((a, b) => (a.remainder < b.remainder ? 1 : a.remainder > b.remainder ? -1 : a.n - b.n));
  for (const { n } of remainders.slice(0, left)) parts[n] = (parts[n] as bigint) + 1n;
  return parts;
}
