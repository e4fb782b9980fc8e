import { setTimeout as pause } from 'node:timers/promises';

/** Longer than Patroni waits for a primary. */
const CUT_MS = 30_000;
/** As long as a supervisor takes to start something anew. */
const RESTART_MS = 2_000;
const STEP_MS = 12_000;

/** What can go wrong, and how it is put right again. Each is given the world; `ms`: how long it lasts if nothing ends it before. */
export const FAULTS = {
  'the primary is killed': {
    ms: 45_000,
    begin: async ({ cluster, primary }) => cluster.killNode(primary),
    end: async ({ cluster, primary }) => cluster.startNode(primary),
  },
  'the primary is cut off': {
    ms: CUT_MS + 10_000,
    begin: async ({ cutting, primary }) => cutting.cut(primary),
    end: async ({ cutting, primary }) => cutting.mend(primary),
  },
  'the synchronous standby is cut off': {
    ms: CUT_MS,
    begin: async ({ cutting, standby }) => cutting.cut(standby),
    end: async ({ cutting, standby }) => cutting.mend(standby),
  },
  'an engine is killed': {
    ms: 10_000,
    begin: async ({ services, engine }) => services.kill(engine),
    end: async ({ services, engine }) => services.startUntilUp(engine),
  },
  'an api node is killed': {
    ms: 5_000,
    begin: async ({ services, api }) => services.kill(api),
    end: async ({ services, api }) => services.startUntilUp(api),
  },
  'the pooler is killed': {
    ms: RESTART_MS,
    begin: async ({ cluster }) => cluster.processes.signal('pgbouncer', 'SIGKILL'),
    end: async ({ cluster }) => cluster.startFront(),
  },
  'etcd is paused': {
    ms: CUT_MS,
    begin: async ({ cluster }) => signalEtcd(cluster, 'SIGSTOP'),
    end: async ({ cluster }) => signalEtcd(cluster, 'SIGCONT'),
  },
  "the synchronous standby's disk is full": {
    ms: CUT_MS,
    begin: async ({ cluster, disks, standby }) => {
      disks.fill(standby);
      // It has some of its log in store: the next files are asked for now.
      for (let n = 0; n < 8; n++) {
        cluster.sql(
          'swapdesk',
          "SET synchronous_commit = local; SELECT pg_logical_emit_message(true, '', 'x'); SELECT pg_switch_wal()",
        );
        await pause(500);
      }
    },
    end: async ({ disks, standby }) => disks.empty(standby),
  },
  "the database's clock is stepped by an hour": {
    ms: STEP_MS,
    begin: async ({ step }) => step('1 hour'),
    end: async ({ step }) => step('0'),
  },
};

function signalEtcd({ processes, layout }, signal) {
  for (const { name } of layout.nodes) processes.signal(`etcd-${name}`, signal);
}

/** The faults in an order that the seed decides, all of them before any comes again. */
export function* inRandomOrder(names, random) {
  for (;;) {
    const left = [...names];
    while (left.length > 0) yield left.splice(Math.floor(random() * left.length), 1)[0];
  }
}

/** Numbers from a seed: the same seed, the same numbers (mulberry32). */
export function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
