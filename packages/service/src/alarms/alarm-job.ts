import type { Engine } from '../engine/context.ts';
import type { Job } from '../engine/job.ts';
import { type Lease, underLease } from '../engine/lease.ts';
import type { Wrong } from './alarm.ts';
import { loadOpenAlarms, pruneAlarms, storeSteps } from './alarm-store.ts';
import { inTime } from './in-time.ts';
import { afterLook } from './life.ts';

export const ALARM_LOOK_S = 15;
const PAUSE_MS = 5_000;
/** The history is looked through this often. */
const PRUNE_S = 3_600;

/** Keeps the alarms: what is wrong is looked at by one node at a time, under its lease. Who cannot look takes nothing for being over. */
export function alarmJob(look: () => Promise<readonly Wrong[]>): Job {
  let [lookedAt, prunedAt] = [0, 0];
  return {
    name: 'alarms',
    pauseMs: PAUSE_MS,
    async round(engine, lease) {
      const now = engine.clock();
      if (now - lookedAt < ALARM_LOOK_S) return;
      lookedAt = now;
      const found = await inTime(look());
      await noteLook(engine, lease, found);
      if (now - prunedAt < PRUNE_S) return;
      prunedAt = now;
      await underLease(engine.database, lease, (client) => pruneAlarms(client, now));
    },
  };
}

/** Nobody takes or puts off an alarm while it is written anew. */
async function noteLook({ database, clock }: Engine, lease: Lease, found: readonly Wrong[]): Promise<void> {
  await underLease(database, lease, async (client) => {
    const now = clock();
    const open = await loadOpenAlarms(client, 'FOR UPDATE');
    await storeSteps(client, afterLook(open, found, now), now);
  });
}
