import type { CallerNotice } from '../access/shared-limits.ts';
import { failed } from '../failed.ts';
import { NOBODY_SIGNS } from '../networks/all-chains.ts';
import { openDeskKey } from '../secrets/desk-key.ts';
import { shareStore } from '../store/open-store.ts';
import { openStoreClock } from '../store/store-clock.ts';
import type { Seat } from '../workers/seat.ts';
import type { DeskOptions } from './desk.ts';
import { openParts } from './open-parts.ts';
import { Shutdown } from './shutdown.ts';
import { startServers } from './start-serving.ts';

/** A worker that serves. */
export interface WorkerDesk {
  stop(): Promise<void>;
}

/** Opens what answers requests, on a store that whoever looks after this worker has opened and checked. */
export async function openWorker(options: DeskOptions, seat: Seat): Promise<WorkerDesk> {
  const shutdown = new Shutdown();
  try {
    return await startParts(options, seat, shutdown);
  } catch (error) {
    await shutdown.run();
    throw error;
  }
}

async function startParts(options: DeskOptions, seat: Seat, shutdown: Shutdown): Promise<WorkerDesk> {
  const { config, log } = options;
  const { connection, workers } = seat.beginning;
  const database = shareStore(connection, workers);
  shutdown.add(() => database.end());
  const time = await openStoreClock(database, failed(log, "read the database's clock"));
  shutdown.add(time.measuring.stop);
  const key = await openDeskKey(database, config, time.clock());
  const ground = { database, connection, time, key, signer: NOBODY_SIGNS };
  const parts = await openParts(ground, options, shutdown);
  const page = { read: seat.readPage };
  const { url, consoleUrl, drain, limits, metrics } = await startServers(parts, key, shutdown, {
    workers,
    page,
  });
  const stopTelling = limits.tellBy(seat.tell);
  shutdown.add(async () => stopTelling());
  const hear = (notices: readonly CallerNotice[]) => {
    for (const notice of notices) limits.hear(notice, Date.now());
  };
  seat.up({ url, consoleUrl }, { drain, hear, figures: metrics.own });
  return { stop: () => shutdown.run() };
}
