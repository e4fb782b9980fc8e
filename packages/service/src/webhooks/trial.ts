import { randomUUID } from 'node:crypto';
import { MESSAGE } from '@swapdesk/contract';
import { Refusal } from '../refusal.ts';
import type { SecretBox } from '../secrets/sealed-secret.ts';
import type { Queryable } from '../store/database.ts';
import type { StoredTry } from './attempts.ts';
import { trialMessage } from './message.ts';
import type { WebhookPoster } from './post.ts';
import { signedHeaders } from './sign.ts';
import type { StoredWebhook } from './stored-webhook.ts';
import { openSecrets, secretsOf } from './webhook-secrets.ts';

/** What a trial is sent with. */
export interface Trying {
  readonly database: Queryable;
  readonly poster: WebhookPoster;
  readonly box: SecretBox;
  readonly now: number;
}

/** Sends something that is no event, once, and keeps what became of it among the attempts. Also where it is paused: it may be for that. */
export async function tryWebhook(
  { database, poster, box, now }: Trying,
  webhook: StoredWebhook,
): Promise<StoredTry> {
  const { rows } = await database.query<{ sealed: Buffer[] }>(
    `SELECT ${secretsOf('$2::bigint')} AS sealed FROM webhook_endpoint e WHERE e.id = $1`,
    [webhook.id, now],
  );
  const keys = openSecrets(box, webhook, rows[0]?.sealed ?? []);
  if (keys.length === 0) throw new Refusal(MESSAGE.webhookWithoutSecret);
  const { id, body } = trialMessage(webhook.id, randomUUID().replaceAll('-', ''), now);
  const { status, error, tookMs } = await poster.post(webhook.url, signedHeaders(keys, id, now, body), body);
  const { rows: made } = await database.query<StoredTry>(
    `INSERT INTO webhook_attempt (endpoint_id, number, try, at_ms, took_ms, http_status, error)
     VALUES ($1, 0, 1, $2, $3, $4, $5)
     RETURNING id, number, try, at_ms, took_ms, http_status, error, next_at_ms`,
    [webhook.id, now * 1_000, tookMs, status, error],
  );
  return made[0] as StoredTry;
}
