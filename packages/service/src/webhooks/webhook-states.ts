import type { Pause } from '@swapdesk/contract';
import type { Queryable } from '../store/database.ts';
import type { StoredTry } from './attempts.ts';

/** How it stands with an endpoint, beside what it is. */
export interface WebhookState {
  readonly id: number;
  /** Its account's name. */
  readonly account: string;
  readonly paused_why: Pause | null;
  /** Attempts that have failed since one has not. */
  readonly failures: number;
  /** Events of its account that it has not been sent, those that it does not want among them. */
  readonly behind: number;
  /** The last; null: nothing was tried, or all of it is forgotten. */
  readonly last: StoredTry | null;
  /** Why the last one failed that did; empty: none that is remembered. */
  readonly lastError: string;
}

const TRY = `json_build_object('id', t.id, 'number', t.number, 'try', t.try, 'at_ms', t.at_ms, 'took_ms', t.took_ms,
  'http_status', t.http_status, 'error', t.error, 'next_at_ms', t.next_at_ms)`;
/** So many attempts are looked at for one that failed. */
const LOOKED_AT = 50;

/** How it stands with every endpoint. Reads no URL: engines examine this too, and need to know none. */
export async function listWebhookStates(client: Queryable): Promise<WebhookState[]> {
  const { rows } = await client.query<WebhookState>({
    name: 'webhook-states',
    text: `
      SELECT e.id, b.name AS account, e.paused_why, e.failures,
             greatest(coalesce((SELECT max(l.number) FROM account_event l WHERE l.account_id = e.account_id), 0) - e.position, 0)
               + (SELECT count(*) FROM webhook_due d WHERE d.endpoint_id = e.id) AS behind,
             (SELECT ${TRY} FROM webhook_attempt t WHERE t.endpoint_id = e.id ORDER BY t.id DESC LIMIT 1) AS last,
             coalesce((SELECT coalesce(t.error, 'answered ' || t.http_status)
                         FROM (SELECT * FROM webhook_attempt a WHERE a.endpoint_id = e.id ORDER BY a.id DESC LIMIT ${LOOKED_AT}) AS t
                        WHERE t.error IS NOT NULL OR t.http_status NOT BETWEEN 200 AND 299 ORDER BY t.id DESC LIMIT 1), '') AS "lastError"
        FROM webhook_endpoint e JOIN account b ON b.id = e.account_id ORDER BY e.id`,
  });
  return rows;
}
