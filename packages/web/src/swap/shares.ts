/** How an amount is split: whole percents, each at least one, together always a hundred. */
export type Shares = readonly number[];

export const WHOLE = 100;
export const LEAST_SHARE = 1;
/** The interface takes no more receivers. */
export const MOST_SHARES = 5;

/** Moves the boundary after a share to a place between 0 and 100; its two neighbours give and take. */
export function moveBoundary(shares: Shares, boundary: number, place: number): Shares {
  const before = sum(shares.slice(0, boundary));
  const both = (shares[boundary] as number) + (shares[boundary + 1] as number);
  const left = clamp(Math.round(place) - before, LEAST_SHARE, both - LEAST_SHARE);
  return shares.with(boundary, left).with(boundary + 1, both - left);
}

/** Gives one share a size; the others shrink or grow in proportion. */
export function setShare(shares: Shares, n: number, size: number): Shares {
  if (shares.length === 1) return [WHOLE];
  const others = shares.toSpliced(n, 1);
  const chosen = clamp(Math.round(size), LEAST_SHARE, WHOLE - others.length * LEAST_SHARE);
  return scaled(others, WHOLE - chosen).toSpliced(n, 0, chosen);
}

/** Adds a share, which takes its part of all. */
export function addShare(shares: Shares): Shares {
  const added = Math.floor(WHOLE / (shares.length + 1));
  return [...scaled(shares, WHOLE - added), added];
}

/** Takes a share away; the others take its part. */
export function removeShare(shares: Shares, n: number): Shares {
  return scaled(shares.toSpliced(n, 1), WHOLE);
}

/** Shares of another total in the same proportions, by largest remainder. */
function scaled(shares: Shares, total: number): Shares {
  const spare = total - shares.length * LEAST_SHARE;
  const weights = shares.map((share) => share - LEAST_SHARE);
  const weight = sum(weights);
  const exact = weights.map((each) => (weight === 0 ? spare / shares.length : (each * spare) / weight));
  const floors = exact.map(Math.floor);
  const order = exact
    .map((each, n) => ({ n, rest: each - (floors[n] as number) }))
    .sort((a, b) => b.rest - a.rest || a.n - b.n);
  const lucky = new Set(order.slice(0, spare - sum(floors)).map(({ n }) => n));
  return floors.map((each, n) => each + LEAST_SHARE + (lucky.has(n) ? 1 : 0));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
