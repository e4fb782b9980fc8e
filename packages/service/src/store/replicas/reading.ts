import type pg from 'pg';
import { repeat } from '../../repeat.ts';
import { Batcher } from '../batcher.ts';
import type { Database, Queryable } from '../database.ts';
import { type Position, positionOf } from './position.ts';
import { Replica } from './replica.ts';

/** How often a replica is looked at that is read; and one that is left out. */
const LOOK_MS = 250;
const LOOK_AGAIN_MS = 500;
/** One that comes and goes is not told of more often. */
const TELL_MS = 10_000;
/** Of all processes of a node at one replica; each has some. */
const CONNECTIONS = 24;
const MOST_EACH = 6;
const LEAST_EACH = 2;
/** One position for all who ask at the same moment, and more of them wait than anything else lets in. */
const ASKS = { lanes: 1, largest: 100_000, mostWaiting: 100_000 };

/** How it stands with a replica. */
export interface ReplicaStanding {
  readonly name: string;
  /** Null: it is read. */
  readonly leftOut: string | null;
  readonly lagMs: number;
}

/** Where what is only shown is read: at replicas where there are any, and else where all is. */
export interface ReplicaReading {
  /** Statements that only read. Each answer has all that was acknowledged before it was asked for. */
  readonly reader: Queryable;
  /** How many statements were answered by whom. */
  answered(): { readonly replica: number; readonly primary: number };
  replicas(): ReplicaStanding[];
  stop(): Promise<void>;
}

/** Of one server alone. */
export function readingOf(database: Queryable): ReplicaReading {
  const answered = () => ({ replica: 0, primary: 0 });
  return { reader: database, answered, replicas: () => [], stop: async () => {} };
}

export interface ReplicaOptions {
  readonly urls: readonly string[];
  /** Processes of this node that read. */
  readonly workers: number;
  /** Told when a replica is left out, and when it is read again. */
  told(standing: ReplicaStanding): void;
}

/** Connections of each of so many processes to each replica. */
export function replicaConnections(workers: number): number {
  return Math.max(LEAST_EACH, Math.min(MOST_EACH, Math.floor(CONNECTIONS / workers)));
}

/**
 * Reads at replicas what they have. Who reads asks the primary first how far it is, together with all who read at that moment, and then a
 * replica that has come as far. So nobody sees less than the primary would have shown: not their own writes, by whichever
 * node, and nobody else's. A replica that is not there in time is left out, and the primary answers.
 */
export function openReading(database: Database, { urls, workers, told }: ReplicaOptions): ReplicaReading {
  if (urls.length === 0) return readingOf(database);
  const each = replicaConnections(workers);
  const replicas = urls.map((url) => new Replica(url, each));
  const positions = new Batcher<null, Position>(async (asks) => {
    const position = await positionOf(database);
    return asks.map(() => position);
  }, ASKS);
  const looking = replicas.map((replica) => lookAt(replica, () => positionOf(database), told));
  const answered = { replica: 0, primary: 0 };
  let turn = 0;

  const query = async (statement: pg.QueryConfig) => {
    const fit = replicas.filter(({ leftOut }) => leftOut === null);
    if (fit.length > 0) {
      const position = await positions.submit(null);
      const result = await (fit[turn++ % fit.length] as Replica).read(statement, position);
      if (result !== null) {
        answered.replica++;
        return result;
      }
    }
    answered.primary++;
    return database.query(statement);
  };
  return {
    reader: { query } as unknown as Queryable,
    answered: () => ({ ...answered }),
    replicas: () => replicas.map(({ name, leftOut, lagMs }) => ({ name, leftOut, lagMs })),
    async stop() {
      await Promise.all(looking.map((look) => look.stop()));
      await Promise.all(replicas.map((replica) => replica.end()));
    },
  };
}

function lookAt(replica: Replica, ask: () => Promise<Position>, told: ReplicaOptions['told']) {
  let known: boolean | null = null;
  let toldAt = Number.NEGATIVE_INFINITY;
  const look = async () => {
    await replica.look(ask);
    const { name, leftOut, lagMs } = replica;
    const isRead = leftOut === null;
    if (isRead === known || performance.now() - toldAt < TELL_MS) return;
    // That it is read is news only after it was not.
    if (!isRead || known !== null) {
      told({ name, leftOut, lagMs });
      toldAt = performance.now();
    }
    known = isRead;
  };
  const looking = repeat(
    look,
    () => (replica.leftOut === null ? LOOK_MS : LOOK_AGAIN_MS),
    () => {},
  );
  looking.hurry();
  return looking;
}
