import { openMetrics } from '../observe/metrics.ts';
import { RequestCounts } from '../observe/request-counts.ts';
import type { DeskKey } from '../secrets/desk-key.ts';
import { programVersion } from '../store/program-version.ts';
import { Crew } from '../workers/crew.ts';
import { COMMAND } from './desk.ts';
import type { DeskParts } from './parts.ts';
import { type Relay, relayLimits } from './relay-limits.ts';
import type { Shutdown } from './shutdown.ts';
import type { Serving } from './start-serving.ts';

/** Lets workers answer requests, and does for them what is done once: figures of the store, words with other nodes. */
export async function serveByWorkers(parts: DeskParts, key: DeskKey, shutdown: Shutdown): Promise<Serving> {
  const { database, connection, memory, market, chains, times, traces } = parts;
  const { config, role, log } = parts.options;
  const metrics = openMetrics({
    database,
    chains,
    requests: new RequestCounts(),
    times,
    streams: () => 0,
    catalogue: memory.catalogue,
    market,
    workers: () => crew.figures(),
    stuckWorkers: () => crew.stuckWorkers,
    spans: traces?.counts ?? null,
  });
  let relay: Relay | null = null;
  const crew = new Crew({
    command: COMMAND[role],
    beginning: { connection, workers: config.workers, program: await programVersion() },
    log,
    heard: (notice) => relay?.tell(notice),
    readPage: metrics.read,
  });
  shutdown.add(() => crew.stop());
  relay = await relayLimits(parts, key, (notices) => crew.pass(notices));
  shutdown.add(relay.stop);
  return { ...(await crew.start()), drain: () => crew.drain() };
}
