import { type Repeating, repeat } from '../repeat.ts';
import type { Engine } from './context.ts';
import type { Job } from './job.ts';
import { LEASE_S, type Lease, LeaseLost, renewLeases, returnLease, takeLease } from './lease.ts';

const PAUSE_MS = 500;
/** Where nothing has happened for a while. What cannot wait that long is told by the chain's own news. */
const QUIET_PAUSE_MS = 1_000;
/** Twice before a lease runs out, if one renewal fails. */
const RENEW_MS = (LEASE_S * 1_000) / 3;
const TELL_AGAIN_S = 60;

/** Does jobs until stopped: whatever of them this node can get the lease of, and keeps that however long a round takes. */
export function runJobs(
  engine: Engine,
  jobs: readonly Job[],
  onError: (error: unknown, job?: string) => void,
): Repeating[] {
  const held = new Map<string, Lease>();
  const renewing = repeat(() => renew(engine, held), RENEW_MS, oncePerMinute(engine, onError).failed);
  return [...jobs.map((job) => runJob(engine, job, held, onError)), renewing];
}

/** On a timer of its own. What was lost is not worked on any more; a round that is under way notices when it writes. */
async function renew({ database }: Engine, held: Map<string, Lease>): Promise<void> {
  if (held.size === 0) return;
  const asked = [...held.values()];
  const kept = await renewLeases(database, asked, LEASE_S);
  for (const lease of asked) {
    if (!kept.has(lease.name) && held.get(lease.name) === lease) held.delete(lease.name);
  }
}

function runJob(
  engine: Engine,
  job: Job,
  held: Map<string, Lease>,
  onError: (error: unknown, job?: string) => void,
): Repeating {
  const { name } = job;
  const who = engine.chains.find(({ id }) => name === `chain ${id}`)?.name ?? name;
  const telling = oncePerMinute(engine, (error) => onError(error, who));
  const rounds = repeat(
    async () => {
      const lease = held.get(name) ?? (await takeLease(engine.database, name, engine.holder, null, LEASE_S));
      if (lease === null) return job.leave?.();
      held.set(name, lease);
      const began = performance.now();
      await job.round(engine, lease).finally(() => engine.took?.(who, performance.now() - began));
      telling.succeeded(who);
    },
    () => job.pauseMs ?? (job.isQuiet?.() ? QUIET_PAUSE_MS : PAUSE_MS),
    (error) => {
      // Somebody else has taken over: nothing of ours was written, and nothing is wrong.
      if (error instanceof LeaseLost) held.delete(name);
      else telling.failed(error);
    },
  );
  const stopListening = job.news?.(() => rounds.hurry());
  return {
    hurry() {
      job.hear?.();
      rounds.hurry();
    },
    async stop() {
      stopListening?.();
      job.end?.();
      await rounds.stop();
      await job.leave?.().catch(onError);
      const lease = held.get(name);
      held.delete(name);
      if (lease !== undefined) await returnLease(engine.database, lease).catch(onError);
    },
  };
}

/** A node that is down fails every round: the same is told once a minute, and once that it is over. */
function oncePerMinute({ clock, warn }: Engine, onError: (error: unknown) => void) {
  let told = '';
  let toldAt = 0;
  return {
    failed(error: unknown): void {
      if (String(error) === told && clock() - toldAt < TELL_AGAIN_S) return;
      told = String(error);
      toldAt = clock();
      onError(error);
    },
    succeeded(who: string): void {
      // As loud as what it ends: whoever has read of the one shall read of the other.
      if (told !== '') warn({ was: told }, `${who}: goes on again`);
      told = '';
    },
  };
}
