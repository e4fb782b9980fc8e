import type { Generator } from '../load/load.ts';
import type { Load } from '../load/window.ts';
import type { Running } from '../run/child.ts';
import { cpuUs } from '../run/usage.ts';
import type { Measure } from './rounds.ts';

/** A machine that is shared may stand still for a whole window, which then says nothing of either side. */
const TRIES = 5;

/** A side that is a server: a window is so many connections, each with one request under way, for a while. */
export function httpSide(
  generator: Generator,
  server: Running,
  requests: readonly Buffer[],
  { connections, seconds }: { connections: number; seconds: number },
  onLoad: (load: Load) => void = () => {},
): Measure {
  return async () => {
    for (let n = 0; n < TRIES; n++) {
      const before = cpuUs(server.pid);
      const load = await generator.load(server.url, requests, connections, seconds * 1000);
      const after = cpuUs(server.pid);
      onLoad(load);
      if (load.answers === 0) continue;
      return {
        perSecond: load.perSecond,
        p50Ms: load.p50Ms,
        p99Ms: load.p99Ms,
        cpuUs: before === null || after === null ? null : (after - before) / (load.answers + load.late),
      };
    }
    throw new Error(`${server.url} answered nothing in ${TRIES} windows`);
  };
}
