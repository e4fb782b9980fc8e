import type { Queryable } from '../store/database.ts';
import { STRUGGLING } from './claim.ts';
import { FullBacklogs } from './full-backlogs.ts';

/** Events of an endpoint that wait in rows of their own; all others wait in the log. */
export const MOST_WAITING = 1_000;
const MOST_AT_ONCE = 250;

/**
 * Takes up what the logs tell that is new: gives the events that an endpoint wants a row in webhook_due, and goes on after them. Returns how many were
 * looked at. An endpoint that another node takes up for, or that was changed just now, is passed over.
 */
export async function takeUp(
  client: Queryable,
  nowMs: number,
  backlogs = new FullBacklogs(),
): Promise<number> {
  const { rows } = await client.query<{ found: number; full: number[] }>({
    name: 'take-up-webhooks',
    text: `
      WITH news AS MATERIALIZED (
        SELECT e.id, e.account_id, e.position, e.types, e.failures,
               least($2, $3 - (SELECT count(*) FROM webhook_due d WHERE d.endpoint_id = e.id)) AS room
          FROM webhook_endpoint e
         WHERE e.paused_at IS NULL AND e.id <> ALL ($4::bigint[])
           AND EXISTS (SELECT FROM account_event a WHERE a.account_id = e.account_id AND a.number > e.position)
           FOR NO KEY UPDATE OF e SKIP LOCKED
      ), found AS MATERIALIZED (
        SELECT news.id, l.number, told.type IS NOT NULL AND (news.types = '{}' OR told.type = ANY(news.types)) AS is_wanted
          FROM news
         CROSS JOIN LATERAL (
               SELECT number, order_id, event_id FROM account_event a
                WHERE a.account_id = news.account_id AND a.number > news.position
                ORDER BY a.number LIMIT greatest(news.room, 0)) AS l
          LEFT JOIN LATERAL (
               SELECT type FROM order_event e WHERE e.order_id = l.order_id AND e.id = l.event_id
                UNION ALL SELECT type FROM account_told n WHERE l.order_id = 0 AND n.id = l.event_id OFFSET 0) AS told ON true
      ), moved AS (
        UPDATE webhook_endpoint e SET position = last.number
          FROM (SELECT id, max(number) AS number FROM found GROUP BY id) AS last WHERE e.id = last.id
      ), wanted AS (
        INSERT INTO webhook_due (endpoint_id, number, next_at_ms) SELECT id, number, $1 FROM found WHERE is_wanted
            ON CONFLICT DO NOTHING
      )
      SELECT (SELECT count(*) FROM found) AS found,
             (SELECT coalesce(json_agg(id), '[]') FROM news WHERE room <= 0 AND failures >= $5) AS full`,
    values: [nowMs, MOST_AT_ONCE, MOST_WAITING, backlogs.at(nowMs), STRUGGLING],
  });
  backlogs.note(rows[0]?.full ?? [], nowMs);
  return rows[0]?.found ?? 0;
}
