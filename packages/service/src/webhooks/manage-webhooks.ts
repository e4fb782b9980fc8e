import { MESSAGE, PAUSE } from '@swapdesk/contract';
import { lastOfAccount } from '../events/read-account.ts';
import { Refusal } from '../refusal.ts';
import type { SecretBox } from '../secrets/sealed-secret.ts';
import type { Queryable } from '../store/database.ts';
import { LOCK } from '../store/locks.ts';
import { findWebhook, lockWebhook, type StoredWebhook, type WebhookName } from './stored-webhook.ts';
import { addSecret } from './webhook-secrets.ts';
import { readWebhookUrl } from './webhook-url.ts';

/** Endpoints that an account may have. */
export const MOST_WEBHOOKS = 20;

/** What endpoints are made with. */
export interface WebhookContext {
  readonly box: SecretBox;
  readonly allowsLoopback: boolean;
  readonly now: number;
}

/** One that its owner is told the secret of, this once. */
export interface WithSecret {
  readonly webhook: StoredWebhook;
  readonly secret: string;
}

export interface NewWebhookWish {
  readonly accountId: number;
  readonly url: string;
  readonly types: readonly string[];
  /** Events after this number are sent; absent: those that come from now on. */
  readonly after?: number | undefined;
}

/** Makes an endpoint, in the caller's transaction. */
export async function createWebhook(
  client: Queryable,
  { box, allowsLoopback, now }: WebhookContext,
  { accountId, url, types, after }: NewWebhookWish,
): Promise<WithSecret> {
  const kept = readWebhookUrl(url, allowsLoopback);
  await client.query('SELECT pg_advisory_xact_lock($1, $2)', [LOCK.webhooksOfAccount, accountId]);
  const { rows: counted } = await client.query<{ many: number }>(
    'SELECT count(*) AS many FROM webhook_endpoint WHERE account_id = $1',
    [accountId],
  );
  if ((counted[0]?.many ?? 0) >= MOST_WEBHOOKS) throw new Refusal(MESSAGE.tooManyWebhooks);
  const last = await lastOfAccount(client, accountId);
  const { rows } = await client.query<{ id: number }>(
    'INSERT INTO webhook_endpoint (account_id, url, types, position, created_at) VALUES ($1, $2, $3, $4, $5) RETURNING id',
    [accountId, kept, unique(types), Math.min(after ?? last, last), now],
  );
  const webhook = await findWebhook(client, { id: rows[0]?.id as number, accountId });
  return { webhook, secret: await addSecret(client, box, webhook, { now, overlapS: 0 }) };
}

/**
 * Changes where to, or which events of those that are not taken up yet. Whether it struggles is told by what it takes next, and not by its having been
 * changed: else whoever hangs would be asked for dozens at once again.
 */
export async function changeWebhook(
  client: Queryable,
  { allowsLoopback }: Pick<WebhookContext, 'allowsLoopback'>,
  name: WebhookName,
  wish: { readonly url?: string | undefined; readonly types?: readonly string[] | undefined },
): Promise<StoredWebhook> {
  const before = await lockWebhook(client, name);
  const url = wish.url === undefined ? before.url : readWebhookUrl(wish.url, allowsLoopback);
  await client.query('UPDATE webhook_endpoint SET url = $2, types = $3 WHERE id = $1', [
    name.id,
    url,
    unique(wish.types ?? before.types),
  ]);
  return findWebhook(client, name);
}

/** A new secret. Whoever had one that cannot be opened any more is sent to again. */
export async function rotateSecret(
  client: Queryable,
  { box, now }: Pick<WebhookContext, 'box' | 'now'>,
  name: WebhookName,
  overlapS: number,
): Promise<WithSecret> {
  const before = await lockWebhook(client, name);
  const secret = await addSecret(client, box, before, { now, overlapS });
  if (before.paused_why === PAUSE.secret) await resumeWebhook(client, name);
  return { webhook: await findWebhook(client, name), secret };
}

/** Nothing is sent any more; what is under way still arrives. */
export async function pauseWebhook(
  client: Queryable,
  name: WebhookName,
  now: number,
): Promise<StoredWebhook> {
  await lockWebhook(client, name);
  await client.query(
    'UPDATE webhook_endpoint SET paused_at = $2, paused_why = $3 WHERE id = $1 AND paused_at IS NULL',
    [name.id, now, PAUSE.asked],
  );
  return findWebhook(client, name);
}

/** Goes on where it was. What was tried in vain before is tried at once, as if it never had been. */
export async function resumeWebhook(client: Queryable, name: WebhookName): Promise<StoredWebhook> {
  await lockWebhook(client, name);
  await client.query('UPDATE webhook_endpoint SET paused_at = NULL, paused_why = NULL WHERE id = $1', [
    name.id,
  ]);
  await client.query(
    'UPDATE webhook_due SET tries = 0, first_at_ms = NULL, next_at_ms = 0 WHERE endpoint_id = $1 AND NOT is_open',
    [name.id],
  );
  return findWebhook(client, name);
}

/** Sends what came after a number again, with the ids that it had. */
export async function resendFrom(
  client: Queryable,
  name: WebhookName,
  after: number,
): Promise<StoredWebhook> {
  const { position } = await lockWebhook(client, name);
  await client.query('UPDATE webhook_endpoint SET position = $2 WHERE id = $1', [
    name.id,
    Math.min(after, position),
  ]);
  return findWebhook(client, name);
}

export async function removeWebhook(client: Queryable, name: WebhookName): Promise<StoredWebhook> {
  const webhook = await lockWebhook(client, name);
  await client.query('DELETE FROM webhook_endpoint WHERE id = $1', [name.id]);
  return webhook;
}

function unique(types: readonly string[]): string[] {
  return [...new Set(types)].sort();
}
