import { PAUSE, type Pause } from '@swapdesk/contract';
import type { Queryable } from '../store/database.ts';

/** How it stands with all endpoints together. */
export interface WebhookStanding {
  readonly paused: ReadonlyMap<Pause, number>;
  /** Events that are being sent, or are to be sent again. */
  readonly waiting: number;
}

export async function loadWebhookStanding(client: Queryable): Promise<WebhookStanding> {
  const { rows: paused } = await client.query<{ why: Pause; many: number }>(
    'SELECT paused_why AS why, count(*) AS many FROM webhook_endpoint WHERE paused_at IS NOT NULL GROUP BY paused_why',
  );
  const { rows: waiting } = await client.query<{ many: number }>(
    `SELECT count(*) AS many FROM webhook_due d JOIN webhook_endpoint e ON e.id = d.endpoint_id WHERE e.paused_at IS NULL`,
  );
  return { paused: new Map(paused.map(({ why, many }) => [why, many])), waiting: waiting[0]?.many ?? 0 };
}

/** How many endpoints of an account nothing is sent to, though nobody asked for that. */
export async function pausedByThemselves(client: Queryable, accountId: number): Promise<number> {
  const { rows } = await client.query<{ many: number }>({
    name: 'paused-webhooks',
    text: `SELECT count(*) AS many FROM webhook_endpoint
            WHERE account_id = $1 AND paused_at IS NOT NULL AND paused_why <> $2`,
    values: [accountId, PAUSE.asked],
  });
  return rows[0]?.many ?? 0;
}
