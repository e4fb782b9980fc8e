/** How long work waits that finds all servers busy, and how many times in a hundred it has to. */
export interface Waiting {
  /** How much of the servers' time is used; 1 and more: they cannot do it. */
  readonly used: number;
  /** How likely it is that all are busy. */
  readonly isMet: number;
  readonly meanS: number;
}

/**
 * Work that comes at random, for so many equal servers: Erlang's C, and for work that is not exponentially long (`variation`: its
 * standard deviation by its mean) the correction of Allen and Cunneen. With one server it is what Pollaczek and Khinchine say, exactly.
 */
export function waitingFor(perSecond: number, eachS: number, servers: number, variation = 1): Waiting {
  const offered = perSecond * eachS;
  const used = offered / servers;
  if (used >= 1) return { used, isMet: 1, meanS: Number.POSITIVE_INFINITY };
  const isMet = erlangC(servers, offered);
  return { used, isMet, meanS: ((isMet * eachS) / (servers - offered)) * ((1 + variation ** 2) / 2) };
}

/** How long this part of all waits at least, the slowest, if long waits become rarer as exponential ones do. */
export function slowestOf({ isMet, meanS }: Waiting, part: number): number {
  return isMet <= part ? 0 : (meanS / isMet) * Math.log(isMet / part);
}

/** The chance that somebody who comes finds every server busy. By the recursion of Erlang's B, which overflows nothing. */
export function erlangC(servers: number, offered: number): number {
  let lost = 1;
  for (let n = 1; n <= servers; n++) lost = (offered * lost) / (n + offered * lost);
  return lost / (1 - (offered / servers) * (1 - lost));
}
