/** Splits wholes in the same proportions again and again. */
export type Splitter = (whole: bigint) => bigint[];

/**
 * Splits a whole into parts in proportion to weights, by largest remainder: the parts are integers, each within
 * one unit of its exact share, and add up to the whole. Of equal remainders the earlier part gets the unit.
 */
export function split(whole: bigint, weights: readonly bigint[]): bigint[] {
  const sum = sumOf(weights);
  if (sum <= 0n || weights.some((weight) => weight < 0n)) throw new RangeError('weights must be positive');
  return splitBy(whole, weights, sum);
}

/** The same for many wholes. */
export function splitter(weights: readonly bigint[]): Splitter {
  split(0n, weights);
  const common = weights.reduce(commonDivisor, 0n);
  const least = weights.map((weight) => weight / common);
  const sum = sumOf(least);
  return (whole) => splitBy(whole, least, sum);
}

function splitBy(whole: bigint, weights: readonly bigint[], sum: bigint): bigint[] {
  if (weights.length === 1) return [whole];

  const parts: bigint[] = [];
  let rest = whole;
  for (const weight of weights) {
    const part = (whole * weight) / sum;
    rest -= part;
    parts.push(part);
  }
  if (rest === 0n) return parts;
  const remainders = weights.map((weight, n) => ({ n, remainder: (whole * weight) % sum }));
  remainders.sort((a, b) => (a.remainder < b.remainder ? 1 : a.remainder > b.remainder ? -1 : a.n - b.n));
  for (const { n } of remainders.slice(0, Number(rest))) parts[n] = (parts[n] as bigint) + 1n;
  return parts;
}

function sumOf(weights: readonly bigint[]): bigint {
  return weights.reduce((total, weight) => total + weight, 0n);
}

function commonDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : commonDivisor(b, a % b);
}
