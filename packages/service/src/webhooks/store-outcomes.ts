import { PAUSE, type Pause, UNANSWERED } from '@swapdesk/contract';
import type { Queryable } from '../store/database.ts';
import { type Delivery, LOCKED } from './claim.ts';
import { isGone, isTaken, type Outcome } from './outcome.ts';

/** Whoever takes an event so slowly keeps a place from others, as one who fails does. */
const SLOW_MS = 3_000;

/** What became of an attempt to send an event. */
export interface Ended {
  readonly delivery: Delivery;
  readonly outcome: Outcome;
  readonly atMs: number;
  /** When it is tried again; null: not again. */
  readonly nextAtMs: number | null;
}

/** How an endpoint stands after some attempts. What we could not write says nothing about it. */
interface Standing {
  /** Or was slow. */
  failed: number;
  /** And was quick. */
  isTaken: boolean;
  pause: Pause | null;
}

/**
 * Stores them all in one statement. Of who fails for good no event is sent any more: somebody has to look. Endpoints are locked first, and in order,
 * as by whoever changes one: so nobody waits for another who waits for them.
 */
export async function storeOutcomes(client: Queryable, ended: readonly Ended[], now: number): Promise<void> {
  if (ended.length === 0) return;
  const column = <Value>(of: (each: Ended) => Value) => ended.map(of);
  const standings = [...standingsOf(ended)];
  await client.query({
    name: 'store-webhook-outcomes',
    text: `
      WITH kept AS MATERIALIZED (
        SELECT id FROM webhook_endpoint WHERE id = ANY($9) ORDER BY id FOR NO KEY UPDATE
      ), ended AS MATERIALIZED (
        SELECT t.* FROM unnest($1::bigint[], $2::bigint[], $3::int[], $4::bigint[], $5::int[], $6::smallint[], $7::text[], $8::bigint[])
            AS t (endpoint_id, number, try, at_ms, took_ms, http_status, error, next_at_ms) JOIN kept ON kept.id = t.endpoint_id
      ), over AS (
        DELETE FROM webhook_due w USING ended d
         WHERE w.endpoint_id = d.endpoint_id AND w.number = d.number AND d.next_at_ms IS NULL
      ), later AS (
        UPDATE webhook_due w SET is_open = false, next_at_ms = d.next_at_ms FROM ended d
         WHERE w.endpoint_id = d.endpoint_id AND w.number = d.number AND w.tries = d.try AND d.next_at_ms IS NOT NULL
      ), standing AS (
        UPDATE webhook_endpoint e
           SET failures = CASE WHEN s.is_taken THEN 0 ELSE e.failures + s.failed END,
               paused_at = coalesce(e.paused_at, CASE WHEN s.pause IS NOT NULL THEN $13::bigint END),
               paused_why = coalesce(e.paused_why, s.pause)
          FROM unnest($9::bigint[], $10::int[], $11::boolean[], $12::text[]) AS s (id, failed, is_taken, pause)
         WHERE e.id = s.id AND (e.failures > 0 OR NOT s.is_taken OR s.pause IS NOT NULL)
      )
      INSERT INTO webhook_attempt (endpoint_id, number, try, at_ms, took_ms, http_status, error, next_at_ms)
      SELECT endpoint_id, number, try, at_ms, took_ms, http_status, error, next_at_ms FROM ended`,
    values: [
      column(({ delivery }) => delivery.endpoint_id),
      column(({ delivery }) => delivery.number),
      column(({ delivery }) => delivery.tries),
      column(({ atMs }) => atMs),
      column(({ outcome }) => outcome.tookMs),
      column(({ outcome }) => outcome.status),
      column(({ outcome }) => outcome.error),
      column(({ nextAtMs }) => nextAtMs),
      standings.map(([id]) => id),
      standings.map(([, { failed }]) => failed),
      standings.map(([, each]) => each.isTaken),
      standings.map(([, { pause }]) => pause),
      now,
    ],
  });
}

function standingsOf(ended: readonly Ended[]): Map<number, Standing> {
  const standings = new Map<number, Standing>();
  for (const { delivery, outcome, nextAtMs } of ended) {
    const standing = standings.get(delivery.endpoint_id) ?? { failed: 0, isTaken: false, pause: null };
    standings.set(delivery.endpoint_id, standing);
    if (outcome.error === UNANSWERED.unwritten) continue;
    if (isTaken(outcome) && outcome.tookMs < SLOW_MS) standing.isTaken = true;
    else standing.failed++;
    if (isGone(outcome)) standing.pause = PAUSE.gone;
    else if (!isTaken(outcome) && nextAtMs === null) standing.pause ??= PAUSE.failing;
  }
  return standings;
}

/** Of an endpoint whose secrets cannot be opened nothing is sent until it has a new one. What was taken of it waits. */
export async function pauseWithoutSecret(
  client: Queryable,
  ids: readonly number[],
  now: number,
): Promise<void> {
  await client.query(
    `WITH kept AS MATERIALIZED (${LOCKED})
     UPDATE webhook_endpoint e SET paused_at = $2, paused_why = $3 FROM kept WHERE e.id = kept.id AND e.paused_at IS NULL`,
    [ids, now, PAUSE.secret],
  );
}

/** What left the store before it was sent is not sent. */
export async function dropDue(client: Queryable, deliveries: readonly Delivery[]): Promise<void> {
  await client.query(
    `WITH kept AS MATERIALIZED (${LOCKED})
     DELETE FROM webhook_due w USING unnest($1::bigint[], $2::bigint[]) AS d (endpoint_id, number), kept
      WHERE kept.id = d.endpoint_id AND w.endpoint_id = d.endpoint_id AND w.number = d.number`,
    [deliveries.map(({ endpoint_id }) => endpoint_id), deliveries.map(({ number }) => number)],
  );
}
