/** Unix time in whole seconds. Passed to whatever needs the time, so that tests and simulations can set it. */
export type Clock = () => number;

/** This machine's own clock. */
export const systemClock: Clock = () => Math.floor(Date.now() / 1000);

/** This machine's own clock as it was when this was called, and from then on by what has passed: setting it changes nothing. */
export function monotonicClock(): Clock {
  const began = Date.now() - performance.now();
  return () => Math.floor((began + performance.now()) / 1000);
}
