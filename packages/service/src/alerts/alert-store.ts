import type { Queryable } from '../store/database.ts';
import type { Alarm, StoredAlert } from './alert.ts';

/** How it stands with a channel. */
export interface ChannelStanding {
  readonly name: string;
  readonly lookedAt: number;
  readonly toldAt: number;
  /** In a row; 0: it can be reached, as far as is known. */
  readonly failures: number;
  readonly failingSince: number;
  readonly why: string;
  readonly tryAt: number;
}

const STANDING = `name, looked_at AS "lookedAt", told_at AS "toldAt", failures, failing_since AS "failingSince", why, try_at AS "tryAt"`;

export async function loadChannels(client: Queryable): Promise<ChannelStanding[]> {
  const { rows } = await client.query<ChannelStanding>(`SELECT ${STANDING} FROM alert_channel ORDER BY name`);
  return rows;
}

export async function loadChannel(client: Queryable, name: string): Promise<ChannelStanding | null> {
  const { rows } = await client.query<ChannelStanding>(
    `SELECT ${STANDING} FROM alert_channel WHERE name = $1`,
    [name],
  );
  return rows[0] ?? null;
}

/** What is remembered for a channel, what began first before the rest. */
export async function loadAlerts(client: Queryable, channel: string): Promise<StoredAlert[]> {
  const { rows } = await client.query<StoredAlert>(
    `SELECT what, facts, advice, since, seen_at AS "seenAt", told_at AS "toldAt", times, ended_at AS "endedAt"
       FROM alert WHERE channel = $1 ORDER BY since, what`,
    [channel],
  );
  return rows;
}

/** These are remembered from now on, and no others. */
export async function storeAlerts(
  client: Queryable,
  channel: string,
  alerts: readonly StoredAlert[],
  now: number,
): Promise<void> {
  await client.query('DELETE FROM alert WHERE channel = $1 AND what <> ALL ($2::text[])', [
    channel,
    alerts.map(({ what }) => what),
  ]);
  await client.query(
    `INSERT INTO alert (channel, what, facts, advice, since, seen_at, ended_at)
     SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[])
         ON CONFLICT (channel, what) DO UPDATE
        SET facts = excluded.facts, advice = excluded.advice, seen_at = excluded.seen_at, ended_at = excluded.ended_at`,
    [
      channel,
      alerts.map(({ what }) => what),
      alerts.map(({ facts }) => facts),
      alerts.map(({ advice }) => advice),
      alerts.map(({ since }) => since),
      alerts.map(({ seenAt }) => seenAt),
      alerts.map(({ endedAt }) => endedAt),
    ],
  );
  await client.query(
    `INSERT INTO alert_channel (name, looked_at) VALUES ($1, $2)
         ON CONFLICT (name) DO UPDATE SET looked_at = excluded.looked_at`,
    [channel, now],
  );
}

/** These were told: what is over is forgotten with that. */
export async function noteTold(
  client: Queryable,
  channel: string,
  { lasting, over }: { readonly lasting: readonly Alarm[]; readonly over: readonly Alarm[] },
  now: number,
): Promise<void> {
  const names = (alarms: readonly Alarm[]) => alarms.map(({ what }) => what);
  await client.query(
    'UPDATE alert SET told_at = $3, times = times + 1 WHERE channel = $1 AND what = ANY ($2::text[])',
    [channel, names(lasting), now],
  );
  await client.query('DELETE FROM alert WHERE channel = $1 AND what = ANY ($2::text[])', [
    channel,
    names(over),
  ]);
  await client.query(
    `UPDATE alert_channel SET told_at = $2, failures = 0, failing_since = 0, why = '', try_at = 0 WHERE name = $1`,
    [channel, now],
  );
}

/** A channel could not be reached. */
export async function noteNotTold(
  client: Queryable,
  channel: string,
  { why, tryAt }: Pick<ChannelStanding, 'why' | 'tryAt'>,
  now: number,
): Promise<void> {
  await client.query(
    `UPDATE alert_channel SET failures = failures + 1, why = $2, try_at = $3,
            failing_since = CASE failures WHEN 0 THEN $4 ELSE failing_since END WHERE name = $1`,
    [channel, why, tryAt, now],
  );
}
