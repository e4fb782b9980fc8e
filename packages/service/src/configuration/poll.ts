import type { Poll } from '../chains/chain.ts';
import type { PollInFile } from './schema.ts';

const BUSY_S = 0;
/** With what a look costs, a hosted node is asked less than once a second. */
const IDLE_S = 5;

export function readPoll(given: PollInFile = {}): Poll {
  return { busyS: given.busy?.toInteger() ?? BUSY_S, idleS: given.idle?.toInteger() ?? IDLE_S };
}

export function shownPoll({ busyS, idleS }: Poll): object {
  return { busy: busyS, idle: idleS };
}
