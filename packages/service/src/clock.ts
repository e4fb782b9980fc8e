/** Unix time in whole seconds. Passed to whatever needs the time, so that tests and simulations can set it. */
export type Clock = () => number;

/** This machine's own clock. */
export const systemClock: Clock = () => Math.floor(Date.now() / 1000);
