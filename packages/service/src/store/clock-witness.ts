import type { Queryable } from './database.ts';

/** What the nodes say of the time, at their last look. */
export interface ClockState {
  /** How far the database's clock was ahead of the time that had passed. */
  readonly aheadMs: number;
  /** False: nothing expires and nothing is judged late. */
  readonly isSettled: boolean;
}

export async function clockState(client: Queryable): Promise<ClockState> {
  const { rows } = await client.query<ClockState>(
    'SELECT database_ms - seen_ms AS "aheadMs", is_settled AS "isSettled" FROM clock_witness',
  );
  return rows[0] as ClockState;
}

/** An operator says that the database's clock is right as it is: all nodes go by it at their next look. */
export async function acceptClock(client: Queryable): Promise<ClockState> {
  const before = await clockState(client);
  await client.query(`
    UPDATE clock_witness SET accepted = accepted + 1, is_settled = true, seen_ms = now.ms, database_ms = now.ms
      FROM (SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS ms) AS now`);
  return before;
}
