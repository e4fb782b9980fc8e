/** Numbers between 0 and 1 that follow from a seed (mulberry32). */
export function chanceOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Normally distributed, from two of these (Box and Muller). */
export function normal(chance: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
}

/** With fat tails, of variance 1: Student's t with three degrees of freedom. */
export function fatTailed(chance: () => number): number {
  const squares = [normal(chance), normal(chance), normal(chance)].reduce((sum, z) => sum + z * z, 0);
  return normal(chance) / Math.sqrt(squares / 3) / Math.sqrt(3);
}
