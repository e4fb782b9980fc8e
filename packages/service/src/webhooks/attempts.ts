import type { Unanswered } from '@swapdesk/contract';
import type { Queryable } from '../store/database.ts';
import { findWebhook, type WebhookName } from './stored-webhook.ts';

/** An attempt, as it is stored. */
export interface StoredTry {
  readonly id: number;
  /** Of the event; 0: a trial. */
  readonly number: number;
  readonly try: number;
  readonly at_ms: number;
  readonly took_ms: number;
  readonly http_status: number | null;
  readonly error: Unanswered | null;
  readonly next_at_ms: number | null;
}

/** What became of an endpoint's attempts, the newest first. */
export async function listAttempts(
  client: Queryable,
  name: WebhookName,
  { before, limit }: { readonly before: number | null; readonly limit: number },
): Promise<StoredTry[]> {
  await findWebhook(client, name);
  const { rows } = await client.query<StoredTry>(
    `SELECT id, number, try, at_ms, took_ms, http_status, error, next_at_ms FROM webhook_attempt
      WHERE endpoint_id = $1 AND ($2::bigint IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
    [name.id, before, limit],
  );
  return rows;
}

const FORGET_AT_ONCE = 5_000;
const DAY_MS = 86_400_000;
/** Kept of one endpoint, however many there are in a day. */
export const MOST_KEPT = 10_000;

/** Forgets attempts that are older, and of each endpoint all but the newest, some at a time. */
export async function forgetAttempts(client: Queryable, nowMs: number, days: number): Promise<void> {
  await inPortions(client, {
    text: `DELETE FROM webhook_attempt WHERE id IN (
             SELECT id FROM (SELECT id, at_ms FROM webhook_attempt ORDER BY id LIMIT ${FORGET_AT_ONCE}) AS oldest WHERE at_ms < $1)`,
    values: [nowMs - days * DAY_MS],
  });
  const { rows } = await client.query<{ id: number }>('SELECT id FROM webhook_endpoint');
  for (const { id } of rows) {
    await inPortions(client, {
      text: `DELETE FROM webhook_attempt WHERE id IN (
               SELECT id FROM webhook_attempt WHERE endpoint_id = $1 ORDER BY id DESC OFFSET ${MOST_KEPT} LIMIT ${FORGET_AT_ONCE})`,
      values: [id],
    });
  }
}

async function inPortions(client: Queryable, statement: { text: string; values: unknown[] }): Promise<void> {
  for (;;) {
    const { rowCount } = await client.query(statement);
    if ((rowCount ?? 0) < FORGET_AT_ONCE) return;
  }
}
