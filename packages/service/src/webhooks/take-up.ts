import type { Queryable } from '../store/database.ts';
import {
  BY_ENDPOINT,
  type Delivery,
  deliveriesOf,
  isOfEndpoint,
  LEASE_MS,
  MOST_OPEN,
  type OfEndpoint,
  OPEN,
  pickedOf,
  STRUGGLING,
} from './claim.ts';
import { FullBacklogs } from './full-backlogs.ts';

/** Events of an endpoint that wait in rows of their own; all others wait in the log. */
export const MOST_WAITING = 1_000;
const MOST_AT_ONCE = 250;
/** Endpoints of one statement, and events of all of them: what a store cannot do before it is undone would be asked for again for ever. */
const MOST_ENDPOINTS = 200;
const MOST_TOGETHER = 5_000;
/** Which they are is drawn by chance. Who is far behind has so many times less of it than who is not: these do not wait for those. */
const LESS_OFTEN = 100;

/** What came of a look at the logs. */
export interface TakenUp {
  /** So many events were looked at. */
  readonly looked: number;
  /** So many got a row and wait: claimDue takes them. */
  readonly waiting: number;
  /** There may be more: the next look need not wait. */
  readonly isFull: boolean;
  /** These were taken at once, as claimDue does. */
  readonly deliveries: readonly Delivery[];
}

/**
 * Takes up what the logs tell that is new: gives the events that an endpoint wants a row in webhook_due, and goes on after them. What may be under
 * way, `most` at most, is this node's from the beginning, so that its row is written once and deleted once; of endpoints that struggle nothing
 * is. An endpoint that another node takes up for, or that was changed just now, is passed over.
 */
export async function takeUp(
  client: Queryable,
  nowMs: number,
  { most = 0, backlogs = new FullBacklogs() }: { most?: number; backlogs?: FullBacklogs } = {},
): Promise<TakenUp> {
  const { rows } = await client.query<
    { looked: number; waiting: number; stuck: number[]; full: number[] } & (
      | OfEndpoint
      | { endpoint_id: null }
    )
  >({
    name: 'take-up-webhooks',
    text: `
      WITH news AS MATERIALIZED (
        SELECT e.id, e.account_id, e.position, e.types, e.failures
          FROM webhook_endpoint e
         WHERE e.paused_at IS NULL AND e.id <> ALL ($4::bigint[])
           AND EXISTS (SELECT FROM account_event a WHERE a.account_id = e.account_id AND a.number > e.position)
         ORDER BY random() * CASE WHEN EXISTS (SELECT FROM account_event a WHERE a.account_id = e.account_id AND a.number > e.position + $2)
                                  THEN ${LESS_OFTEN} ELSE 1 END
         LIMIT ${MOST_ENDPOINTS} FOR NO KEY UPDATE OF e SKIP LOCKED
      ), rooms AS MATERIALIZED (
        SELECT e.*, least($2, ${MOST_TOGETHER} / count(*) OVER (), $3 - (SELECT count(*) FROM webhook_due d WHERE d.endpoint_id = e.id)) AS room,
               CASE WHEN e.failures < $5 THEN ${MOST_OPEN} - ${OPEN} ELSE 0 END AS open_room
          FROM news e
      ), seen AS MATERIALIZED (
        SELECT e.id AS endpoint_id, l.number, e.account_id, e.open_room,
               told.type IS NOT NULL AND (e.types = '{}' OR told.type = ANY(e.types)) AS is_wanted
          FROM rooms e
         CROSS JOIN LATERAL (
               SELECT number, order_id, event_id FROM account_event a
                WHERE a.account_id = e.account_id AND a.number > e.position
                ORDER BY a.number LIMIT greatest(e.room, 0)) AS l
          LEFT JOIN LATERAL (
               SELECT type FROM order_event o WHERE o.order_id = l.order_id AND o.id = l.event_id
                UNION ALL SELECT type FROM account_told n WHERE l.order_id = 0 AND n.id = l.event_id OFFSET 0) AS told ON true
      ), moved AS (
        UPDATE webhook_endpoint e SET position = last.number
          FROM (SELECT endpoint_id, max(number) AS number FROM seen GROUP BY endpoint_id) AS last WHERE e.id = last.endpoint_id
      ), found AS MATERIALIZED (
        SELECT s.endpoint_id, s.number, s.account_id
          FROM (SELECT seen.*, row_number() OVER (PARTITION BY endpoint_id ORDER BY number) AS place FROM seen WHERE is_wanted) AS s
         WHERE s.place <= s.open_room
      ), ${pickedOf('$6')}, added AS (
        INSERT INTO webhook_due (endpoint_id, number, tries, first_at_ms, next_at_ms, is_open)
        SELECT s.endpoint_id, s.number,
               CASE WHEN p.number IS NULL THEN 0 ELSE 1 END, CASE WHEN p.number IS NULL THEN NULL ELSE $1::bigint END,
               CASE WHEN p.number IS NULL THEN $1::bigint ELSE $1::bigint + ${LEASE_MS} END, p.number IS NOT NULL
          FROM seen s LEFT JOIN picked p ON p.endpoint_id = s.endpoint_id AND p.number = s.number
         WHERE s.is_wanted
            ON CONFLICT DO NOTHING
        RETURNING endpoint_id, number, tries, first_at_ms, is_open
      ), claimed AS (
        SELECT * FROM added WHERE is_open
      )
      SELECT told.*, given.*
        FROM (SELECT (SELECT count(*) FROM seen) AS looked, (SELECT count(*) FROM added WHERE NOT is_open) AS waiting,
                     (SELECT coalesce(json_agg(id), '[]') FROM rooms WHERE room <= 0 AND failures >= $5) AS stuck,
                     (SELECT coalesce(json_agg(id), '[]') FROM rooms WHERE room <= 0 AND failures < $5) AS full) AS told
        LEFT JOIN (${BY_ENDPOINT}) AS given ON true`,
    values: [nowMs, MOST_AT_ONCE, MOST_WAITING, backlogs.at(nowMs), STRUGGLING, Math.max(0, most)],
  });
  const [first] = rows;
  if (first === undefined) throw new Error('a statement that counts has told nothing');
  const { looked, waiting, stuck, full } = first;
  backlogs.note({ stuck, full }, nowMs);
  return {
    looked,
    waiting,
    isFull: looked >= MOST_AT_ONCE,
    deliveries: deliveriesOf(rows.filter(isOfEndpoint)),
  };
}
