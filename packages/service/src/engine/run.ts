import { type Repeating, repeat } from '../repeat.ts';
import type { Engine } from './context.ts';
import { LEASE_S, type Lease, LeaseLost, returnLease, takeLease } from './lease.ts';
import type { Work } from './work.ts';

const PAUSE_MS = 500;
const TELL_AGAIN_S = 60;

/** Does work until stopped: whatever of it this node can get the lease of. */
export function runWorks(
  engine: Engine,
  works: readonly Work[],
  onError: (error: unknown) => void,
): Repeating[] {
  return works.map((work) => runWork(engine, work, onError));
}

function runWork(engine: Engine, work: Work, onError: (error: unknown) => void): Repeating {
  let lease: Lease | null = null;
  let renewAt = 0;
  const tellOnce = oncePerMinute(engine, onError);
  const rounds = repeat(
    async () => {
      const now = engine.clock();
      if (lease === null || now >= renewAt) {
        lease = await takeLease(engine.database, work.name, engine.holder, now, LEASE_S);
        renewAt = now + LEASE_S / 3;
      }
      if (lease !== null) await work.round(engine, lease);
    },
    work.pauseMs ?? PAUSE_MS,
    (error) => {
      // Somebody else has taken over: nothing of ours was written, and nothing is wrong.
      lease = null;
      if (!(error instanceof LeaseLost)) tellOnce(error);
    },
  );
  const stopListening = work.news?.(() => rounds.hurry());
  return {
    hurry: () => rounds.hurry(),
    async stop() {
      stopListening?.();
      await rounds.stop();
      if (lease !== null) await returnLease(engine.database, lease).catch(onError);
    },
  };
}

/** A node that is down fails every round: the same is told once a minute. */
function oncePerMinute({ clock }: Engine, onError: (error: unknown) => void): (error: unknown) => void {
  let told = '';
  let toldAt = 0;
  return (error) => {
    if (String(error) === told && clock() - toldAt < TELL_AGAIN_S) return;
    told = String(error);
    toldAt = clock();
    onError(error);
  };
}
