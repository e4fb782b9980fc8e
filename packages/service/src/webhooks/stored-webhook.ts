import { MESSAGE, type Pause } from '@swapdesk/contract';
import { Refusal } from '../refusal.ts';
import type { Queryable } from '../store/database.ts';

/** An endpoint of an account, as it is stored. */
export interface StoredWebhook {
  readonly id: number;
  readonly account_id: number;
  /** Its name. */
  readonly account: string;
  readonly url: string;
  /** Which events; none: all. */
  readonly types: readonly string[];
  /** The number of the last event that was taken up. */
  readonly position: number;
  /** Events that are to be sent, or to be sent again. */
  readonly waiting: number;
  /** Null: it is sent to. */
  readonly paused_at: number | null;
  readonly paused_why: Pause | null;
  readonly created_at: number;
}

const READ = `
  SELECT e.id, e.account_id, a.name AS account, e.url, e.types, e.position, e.paused_at, e.paused_why, e.created_at,
         (SELECT count(*) FROM webhook_due d WHERE d.endpoint_id = e.id) AS waiting
    FROM webhook_endpoint e JOIN account a ON a.id = e.account_id`;

/** Those of an account, or of all accounts, the oldest first. */
export async function listWebhooks(client: Queryable, accountId: number | null): Promise<StoredWebhook[]> {
  const { rows } = await client.query<StoredWebhook>(
    `${READ} WHERE $1::bigint IS NULL OR e.account_id = $1 ORDER BY e.id`,
    [accountId],
  );
  return rows;
}

/** One of an account, or of whichever account; throws a Refusal if there is none. */
export async function findWebhook(client: Queryable, { id, accountId }: WebhookName): Promise<StoredWebhook> {
  const { rows } = await client.query<StoredWebhook>(
    `${READ} WHERE e.id = $1 AND ($2::bigint IS NULL OR e.account_id = $2)`,
    [id, accountId],
  );
  if (rows[0] === undefined) throw new Refusal(MESSAGE.webhookNotFound);
  return rows[0];
}

/** Which one is meant, by whom: an account means its own, an operator (null) anybody's. */
export interface WebhookName {
  readonly id: number;
  readonly accountId: number | null;
}

/** The same, and nobody else changes it until the caller's transaction ends. */
export async function lockWebhook(client: Queryable, name: WebhookName): Promise<StoredWebhook> {
  await client.query(
    'SELECT FROM webhook_endpoint WHERE id = $1 AND ($2::bigint IS NULL OR account_id = $2) FOR NO KEY UPDATE',
    [name.id, name.accountId],
  );
  return findWebhook(client, name);
}
