import type { AlarmEvent, AlarmEventKind } from '@swapdesk/contract';
import type { Queryable } from '../store/database.ts';
import type { OpenAlarm, PastAlarm } from './alarm.ts';
import type { AlarmStep } from './life.ts';

const KEPT_S = 90 * 86_400;
/** However much comes and goes in that time. */
const MOST_KEPT = 10_000;
const MOST_EVENTS = 500;

const COLUMNS = `id, what, facts, advice, page, for_order AS "order", is_critical AS "isCritical", since, owner`;
const OPEN = `${COLUMNS}, seen_at AS "seenAt", snoozed_until AS "snoozedUntil", snoozed_by AS "snoozedBy"`;

/** What is open, what began first before the rest; kept as it is until the transaction ends, if that is asked for. */
export async function loadOpenAlarms(client: Queryable, lock = ''): Promise<OpenAlarm[]> {
  const { rows } = await client.query<OpenAlarm>(
    `SELECT ${OPEN} FROM alarm WHERE closed_at = 0 ORDER BY since, id ${lock}`,
  );
  return rows;
}

/** The one of this name, for whoever changes it. */
export async function lockOpenAlarm(client: Queryable, what: string): Promise<OpenAlarm | null> {
  const { rows } = await client.query<OpenAlarm>(
    `SELECT ${OPEN} FROM alarm WHERE closed_at = 0 AND what = $1 FOR UPDATE`,
    [what],
  );
  return rows[0] ?? null;
}

/** Stores what a look has come to, and what there is to tell of it. */
export async function storeSteps(client: Queryable, steps: readonly AlarmStep[], now: number): Promise<void> {
  const stored = steps.filter(({ alarm }) => alarm.id !== null);
  await client.query(
    `UPDATE alarm a
        SET facts = t.facts, advice = t.advice, page = t.page, for_order = t.for_order, is_critical = t.is_critical, seen_at = t.seen_at,
            snoozed_until = t.snoozed_until, snoozed_by = t.snoozed_by, closed_at = t.closed_at
       FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::boolean[], $7::bigint[], $8::bigint[], $9::text[],
                   $10::bigint[])
            AS t (id, facts, advice, page, for_order, is_critical, seen_at, snoozed_until, snoozed_by, closed_at)
      WHERE a.id = t.id`,
    [
      stored.map(({ alarm }) => alarm.id),
      stored.map(({ alarm }) => alarm.facts),
      stored.map(({ alarm }) => alarm.advice),
      stored.map(({ alarm }) => alarm.page),
      stored.map(({ alarm }) => alarm.order),
      stored.map(({ alarm }) => alarm.isCritical),
      stored.map(({ alarm }) => alarm.seenAt),
      stored.map(({ alarm }) => alarm.snoozedUntil),
      stored.map(({ alarm }) => alarm.snoozedBy),
      stored.map(({ step }) => (step === 'closed' ? now : 0)),
    ],
  );
  const gone = stored.filter(({ step }) => step === 'forgotten').map(({ alarm }) => alarm.id);
  await client.query('DELETE FROM alarm WHERE id = ANY ($1::bigint[])', [gone]);
  for (const { alarm, step } of steps) {
    if (step === 'opened') await openAlarm(client, alarm);
    if (step === 'worse' || step === 'closed')
      await tellAlarm(client, alarm.id, { at: now, kind: step, by: '', detail: alarm.facts });
  }
}

/** Begins one, unless one of its name is open already. */
export async function openAlarm(client: Queryable, alarm: OpenAlarm): Promise<void> {
  const { what, facts, advice, page, order, isCritical, since } = alarm;
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO alarm (what, facts, advice, page, for_order, is_critical, since, seen_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $7)
         ON CONFLICT (what) WHERE closed_at = 0 DO NOTHING RETURNING id`,
    [what, facts, advice, page, order, isCritical, since],
  );
  if (rows[0] !== undefined)
    await tellAlarm(client, rows[0].id, { at: since, kind: 'opened', by: '', detail: facts });
}

/** Stores what somebody has decided about an open one. */
export async function storeDecision(client: Queryable, alarm: OpenAlarm): Promise<void> {
  const { id, owner, snoozedUntil, snoozedBy } = alarm;
  await client.query('UPDATE alarm SET owner = $2, snoozed_until = $3, snoozed_by = $4 WHERE id = $1', [
    id,
    owner,
    snoozedUntil,
    snoozedBy,
  ]);
}

interface Told extends Omit<AlarmEvent, 'kind'> {
  readonly kind: AlarmEventKind;
}

export async function tellAlarm(
  client: Queryable,
  id: number | null,
  { at, kind, by, detail }: Told,
): Promise<void> {
  await client.query('INSERT INTO alarm_event (alarm_id, at, kind, by, detail) VALUES ($1, $2, $3, $4, $5)', [
    id,
    at,
    kind,
    by,
    detail,
  ]);
}

/** What happened to one, the oldest first. */
export async function loadAlarmEvents(client: Queryable, id: number): Promise<AlarmEvent[]> {
  const { rows } = await client.query<AlarmEvent>(
    `SELECT at, kind, by, detail FROM alarm_event WHERE alarm_id = $1 ORDER BY id LIMIT ${MOST_EVENTS}`,
    [id],
  );
  return rows;
}

/** Where a list of those that are over goes on. */
export interface PastPlace {
  readonly closedAt: number;
  readonly id: number;
}

/** Those that are over, the newest first. */
export async function loadPastAlarms(
  client: Queryable,
  before: PastPlace | null,
  most: number,
): Promise<PastAlarm[]> {
  const { rows } = await client.query<PastAlarm>(
    `SELECT ${COLUMNS}, closed_at AS "closedAt" FROM alarm
      WHERE closed_at > 0 AND ($1::bigint IS NULL OR (closed_at, id) < ($1, $2::bigint))
      ORDER BY closed_at DESC, id DESC LIMIT $3`,
    [before?.closedAt ?? null, before?.id ?? null, most],
  );
  return rows;
}

/** What has been over for long is forgotten. */
export async function pruneAlarms(client: Queryable, now: number): Promise<void> {
  await client.query(
    `DELETE FROM alarm WHERE closed_at > 0
        AND (closed_at <= $1 OR (closed_at, id) <= (SELECT closed_at, id FROM alarm WHERE closed_at > 0
                                                     ORDER BY closed_at DESC, id DESC OFFSET $2 LIMIT 1))`,
    [now - KEPT_S, MOST_KEPT],
  );
}
