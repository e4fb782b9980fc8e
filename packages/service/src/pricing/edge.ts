/** After so many guesses the last one is hardly a step away. */
const GUESSES = 4;

/** Something that holds up to a size and not beyond; what it says of one size leads near that. */
export interface Edge {
  holds(units: bigint): boolean;
  near(units: bigint): bigint;
  readonly step: bigint;
}

/** The last step at which it holds, between one where it does and one where it does not. */
export function lastOf({ holds, near, step }: Edge, from: bigint, to: bigint): bigint {
  let [low, high] = [from, to];
  const look = (units: bigint) => {
    if (holds(units)) low = units;
    else high = units;
    return low === units;
  };
  let guess = to;
  for (let n = 0; n < GUESSES && high - low > step; n++) {
    const next = near(guess);
    guess = within(next - (next % step), low + step, high - step);
    look(guess);
  }
  for (let reach = step; high - low > step; reach *= 2n) {
    const isLow = low === guess;
    guess = isLow ? within(low + reach, low, high - step) : within(high - reach, low + step, high);
    if (look(guess) !== isLow) break;
  }
  while (high - low > step) {
    const middle = (low + high) / 2n;
    look(middle - ((middle - low) % step));
  }
  return low;
}

function within(units: bigint, least: bigint, most: bigint): bigint {
  return units < least ? least : units > most ? most : units;
}
