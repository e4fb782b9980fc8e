import type { Logger } from 'pino';
import type { ReplicaOptions } from '../store/replicas/reading.ts';

/** Says that a replica is left out, and that it is read again. Nobody is refused anything because of it. */
export function tellReplica(log: Logger): ReplicaOptions['told'] {
  return ({ name: replica, leftOut: why, lagMs }) => {
    if (why === null) log.warn({ replica, lagMs: Math.round(lagMs) }, 'a replica is read again');
    else log.warn({ replica, why }, 'a replica is not read: the primary answers lists and queries');
  };
}
