import type { Generator } from '../load/load.ts';
import type { Load } from '../load/window.ts';
import type { Running } from '../run/child.ts';
import { cpuUs } from '../run/usage.ts';
import type { Measure } from './rounds.ts';

/** A side that is a server: a window is so many connections, each with one request under way, for a while. */
export function httpSide(
  generator: Generator,
  server: Running,
  requests: readonly Buffer[],
  { connections, seconds }: { connections: number; seconds: number },
  onLoad: (load: Load) => void = () => {},
): Measure {
  return async () => {
    const before = cpuUs(server.pid);
    const load = await generator.load(server.url, requests, connections, seconds * 1000);
    const after = cpuUs(server.pid);
    onLoad(load);
    const answers = load.answers + load.late;
    return {
      perSecond: load.perSecond,
      p50Ms: load.p50Ms,
      p99Ms: load.p99Ms,
      cpuUs: before === null || after === null ? null : (after - before) / answers,
    };
  };
}
