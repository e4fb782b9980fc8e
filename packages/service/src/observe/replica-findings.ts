import type { Database } from '../store/database.ts';
import { positionOf } from '../store/replicas/position.ts';
import { NO_REPLICA, Replica } from '../store/replicas/replica.ts';
import type { Finding } from './finding.ts';

/** How each server stands that api nodes are told to read. One of them may be the primary: any could become it. */
export async function replicaFindings(database: Database, urls: readonly string[]): Promise<Finding[]> {
  const looked = await Promise.all(urls.map((url) => lookAt(database, url)));
  const isAnyRead = looked.some(({ leftOut }) => leftOut === null);
  return looked.map(({ name, leftOut, lagMs }) => ({
    what: `replica ${name}`,
    isWell: leftOut === null || (leftOut === NO_REPLICA && isAnyRead),
    facts:
      leftOut === null
        ? `has all that the primary had ${Math.ceil(lagMs)} ms ago: lists and queries are read there`
        : leftOut === NO_REPLICA
          ? 'is the primary now, or another one'
          : leftOut,
    advice:
      'Others answer lists and queries in its place, the primary if need be. See docs/ha.md, "Reading at replicas"',
  }));
}

async function lookAt(database: Database, url: string) {
  const replica = new Replica(url, 1);
  try {
    await replica.look(() => positionOf(database));
    const { name, leftOut, lagMs } = replica;
    return { name, leftOut, lagMs };
  } finally {
    await replica.end();
  }
}
