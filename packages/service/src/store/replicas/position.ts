import type { Queryable } from '../database.ts';

/** How far a primary has come. Who has its history up to there lacks nothing that was acknowledged before it was asked. */
export interface Position {
  /** Which history: positions of another say nothing about this one. */
  readonly history: string;
  /** Bytes of its log. */
  readonly at: number;
}

/** What a server writes now: a promoted one another timeline, and one that was restored has not run as long. */
const WRITES = `
  substr(pg_walfile_name(pg_current_wal_flush_lsn()), 1, 8) || '/' || extract(epoch FROM pg_postmaster_start_time())`;

/** Asks a primary. What is acknowledged is on its disk, so what is on its disk is as far as anybody was told. */
export async function positionOf(primary: Queryable): Promise<Position> {
  for (;;) {
    const { rows } = await primary.query<Position & { writes: string }>({
      name: 'position',
      text: `
        SELECT history, ${WRITES} AS writes, pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::bigint AS at
          FROM clock_witness`,
    });
    const { writes, history, at } = rows[0] as Position & { writes: string };
    if (writes === history) return { history, at };
    // The first who asks it since says so in the store: who shows that follows this server, and no other.
    await primary.query({
      name: 'begin-history',
      text: `UPDATE clock_witness SET history = ${WRITES} WHERE history <> ${WRITES}`,
    });
  }
}

/** What a replica says of itself. */
export interface Replayed {
  readonly isReplica: boolean;
  readonly history: string;
  /** Null where it does not tell. */
  readonly at: number | null;
}

/** Asks a replica: what is read on the same connection from now on has all of its history up to there. */
export async function replayedBy(replica: Queryable): Promise<Replayed> {
  const { rows } = await replica.query<Replayed>({
    name: 'replayed',
    text: `
      SELECT pg_is_in_recovery() AS "isReplica", history, pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint AS at
        FROM clock_witness`,
  });
  return rows[0] as Replayed;
}
