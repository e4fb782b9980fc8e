import type { Queryable } from '../store/database.ts';
import { secretsOf } from './webhook-secrets.ts';

/** How long a node is believed to be sending what it has taken: longer than an attempt takes, with the store's answer after it. */
export const LEASE_MS = 60_000;
/** Attempts of an endpoint that are under way at once. */
export const MOST_OPEN = 32;
/** And of all endpoints of an account: half of what a node has under way is left to others. */
export const MOST_OF_ACCOUNT = 128;
/** So many failures without a success between them, and an endpoint gets one attempt at a time. */
export const STRUGGLING = 3;

/** An event that this node is to send now. */
export interface Delivery extends Sent {
  readonly endpoint_id: number;
  readonly account_id: number;
  readonly url: string;
  /** The newest first. */
  readonly sealed: readonly Buffer[];
}

interface Sent {
  readonly number: number;
  readonly tries: number;
  readonly first_at_ms: number;
}

/** What was taken of an endpoint: its URL and its secrets once, however many they are sent. */
export interface OfEndpoint extends Omit<Delivery, keyof Sent> {
  readonly events: readonly Sent[];
}

/** SQL: the table `claimed`, as rows of OfEndpoint; $1 is now. */
export const BY_ENDPOINT = `
  SELECT e.id AS endpoint_id, e.account_id, e.url, ${secretsOf('$1 / 1000')} AS sealed, t.events
    FROM (SELECT endpoint_id, json_agg(json_build_object('number', number, 'tries', tries, 'first_at_ms', first_at_ms) ORDER BY number) AS events
            FROM claimed GROUP BY endpoint_id) AS t
    JOIN webhook_endpoint e ON e.id = t.endpoint_id`;

export function isOfEndpoint<Row extends OfEndpoint | { endpoint_id: null }>(
  row: Row,
): row is Row & OfEndpoint {
  return row.endpoint_id !== null;
}

export function deliveriesOf(rows: readonly OfEndpoint[]): Delivery[] {
  return rows.flatMap(({ events, ...endpoint }) => events.map((sent) => ({ ...endpoint, ...sent })));
}

/** SQL: how many events of the endpoint `e` some node is sending at $1: never many, and found by an index of these alone. */
export const OPEN = `(SELECT count(*) FROM webhook_due o WHERE o.endpoint_id = e.id AND o.is_open AND o.next_at_ms > $1)`;

/**
 * SQL: of the table `found` (endpoint_id, number, account_id) the table `picked`: what may be under way beside what is, `most` at most; of each
 * account the first before the second of any. What is under way of an account is counted once: that is why it is a table of its own.
 */
export const pickedOf = (most: string) => `
      owner AS MATERIALIZED (
        SELECT a.account_id, (
               SELECT count(*) FROM webhook_endpoint x JOIN webhook_due o ON o.endpoint_id = x.id AND o.is_open AND o.next_at_ms > $1
                WHERE x.account_id = a.account_id) AS open
          FROM (SELECT DISTINCT account_id FROM found) AS a
      ), picked AS MATERIALIZED (
        SELECT r.endpoint_id, r.number
          FROM (SELECT f.*, row_number() OVER (PARTITION BY f.account_id ORDER BY random()) AS nth FROM found f) AS r
          JOIN owner ON owner.account_id = r.account_id
         WHERE r.nth <= ${MOST_OF_ACCOUNT} - owner.open ORDER BY r.nth LIMIT ${most}
      )`;

/** What came of a look at what waits. */
export interface Claimed {
  readonly deliveries: readonly Delivery[];
  /** More is to be sent now, and has no room: it is looked for again as soon as there is some. */
  readonly isLeft: boolean;
}

/**
 * Takes so many events that wait in rows of their own and are to be sent now, of endpoints that struggle or of all others; of one endpoint no
 * more than may be under way. Nobody else takes them until the lease is over: then whoever had them was killed, and they are sent again.
 * Which endpoints these are is said before anything is counted: thousands may wait.
 */
export async function claimDue(
  client: Queryable,
  { nowMs, most, areStruggling }: { nowMs: number; most: number; areStruggling: boolean },
): Promise<Claimed> {
  if (most <= 0) return { deliveries: [], isLeft: true };
  const { rows } = await client.query<{ is_left: boolean } & (OfEndpoint | { endpoint_id: null })>({
    name: 'claim-webhooks',
    text: `
      WITH ready AS MATERIALIZED (
        SELECT e.id, e.account_id FROM webhook_endpoint e
         WHERE e.paused_at IS NULL AND (e.failures >= $4) = $3
           AND EXISTS (SELECT FROM webhook_due d WHERE d.endpoint_id = e.id AND d.next_at_ms <= $1)
         ORDER BY random() LIMIT $2 FOR NO KEY UPDATE OF e SKIP LOCKED
      ), rooms AS MATERIALIZED (
        -- Where many endpoints are ready, few events of each come in question: to lock all of theirs would be in vain.
        SELECT e.id, e.account_id, greatest(least($5 - ${OPEN}, 4 * $2 / count(*) OVER ()), 0) AS room FROM ready e
      ), found AS MATERIALIZED (
        SELECT d.endpoint_id, d.number, r.account_id
          FROM rooms r CROSS JOIN LATERAL (
               SELECT w.endpoint_id, w.number FROM webhook_due w
                WHERE w.endpoint_id = r.id AND w.next_at_ms <= $1
                ORDER BY w.next_at_ms, w.number LIMIT r.room FOR UPDATE SKIP LOCKED) AS d
      ), ${pickedOf('$2')}, claimed AS (
        UPDATE webhook_due w
           SET is_open = true, next_at_ms = $1 + ${LEASE_MS}, tries = w.tries + 1, first_at_ms = coalesce(w.first_at_ms, $1)
          FROM picked p WHERE w.endpoint_id = p.endpoint_id AND w.number = p.number
        RETURNING w.endpoint_id, w.number, w.tries, w.first_at_ms
      )
      SELECT told.*, given.*
        FROM (SELECT (SELECT count(*) FROM ready) >= $2
                  OR (SELECT count(*) FROM found) > (SELECT count(*) FROM picked)
                  OR EXISTS (SELECT FROM rooms r WHERE r.room <= (SELECT count(*) FROM picked p WHERE p.endpoint_id = r.id)) AS is_left) AS told
        LEFT JOIN (${BY_ENDPOINT}) AS given ON true`,
    values: [nowMs, most, areStruggling, STRUGGLING, areStruggling ? 1 : MOST_OPEN],
  });
  return { deliveries: deliveriesOf(rows.filter(isOfEndpoint)), isLeft: rows[0]?.is_left ?? false };
}

/**
 * SQL: the endpoints of $1. Whoever changes rows of several locks these first, in the order of their ids: so nobody waits for another who
 * waits for them.
 */
export const LOCKED =
  'SELECT id FROM webhook_endpoint WHERE id = ANY($1::bigint[]) ORDER BY id FOR NO KEY UPDATE';

/** Gives back what this node has taken and not sent, as it stops: others need not wait for the end of its lease. */
export async function giveBack(client: Queryable, deliveries: readonly Delivery[]): Promise<void> {
  await client.query(
    `WITH kept AS MATERIALIZED (${LOCKED})
     UPDATE webhook_due w SET is_open = false, next_at_ms = 0, tries = d.tries - 1
       FROM unnest($1::bigint[], $2::bigint[], $3::int[]) AS d (endpoint_id, number, tries), kept
      WHERE kept.id = d.endpoint_id AND w.endpoint_id = d.endpoint_id AND w.number = d.number AND w.tries = d.tries`,
    [
      deliveries.map(({ endpoint_id }) => endpoint_id),
      deliveries.map(({ number }) => number),
      deliveries.map(({ tries }) => tries),
    ],
  );
}
