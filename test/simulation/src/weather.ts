import type { Random } from './random.ts';

/** How likely each misfortune is in a run: some runs are calm, some are all storm. */
export interface Weather {
  /** A node dies before or after an effect. */
  readonly crash: number;
  /** A node stops for a while between two effects. */
  readonly pause: number;
  /** The same inside a transaction, with its locks held. */
  readonly pauseInTransaction: number;
  /** A call of a chain is lost, its answer is lost, or it is made twice. */
  readonly call: number;
  /** A chain's node starts to lie. */
  readonly lie: number;
  /** Somebody decides about an order at the very moment when a node does. */
  readonly interrupt: number;
  /** The database refuses a statement, or loses the answer to a commit: the node goes on. */
  readonly statement: number;
  /** How long a call of a chain takes, in seconds: rounds may outlast a lease. */
  readonly callS: number;
}

export const CALM: Weather = {
  crash: 0,
  pause: 0,
  pauseInTransaction: 0,
  call: 0,
  lie: 0,
  interrupt: 0,
  statement: 0,
  callS: 0,
};

/** The weather of a run. */
export function drawWeather(random: Random): Weather {
  const draw = (...rates: number[]) => random.pick(rates);
  return {
    crash: draw(0, 0.002, 0.01, 0.03),
    pause: draw(0, 0.01, 0.05),
    pauseInTransaction: draw(0, 0.01, 0.04),
    call: draw(0, 0.02, 0.1),
    lie: draw(0, 0.02, 0.08),
    interrupt: draw(0, 0.2, 0.5),
    statement: draw(0, 0, 0.002, 0.01),
    callS: draw(0, 0, 0, 0.1, 1.5),
  };
}
