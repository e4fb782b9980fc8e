import type { WebhookAttempt, WebhookEndpoint } from '@swapdesk/contract';
import type { StoredTry } from './attempts.ts';
import type { StoredWebhook } from './stored-webhook.ts';

/** An endpoint as the wire shows it. */
export function shownWebhook(webhook: StoredWebhook): WebhookEndpoint {
  const { id, url, types, position, waiting, paused_at, paused_why, created_at } = webhook;
  return {
    id,
    url,
    types: [...types],
    position,
    waiting,
    paused_at: paused_at ?? 0,
    paused_why: paused_why ?? '',
    created_at,
  };
}

/** What stands in its path may let others in there: only whoever may change a webhook sees it. */
export function withoutPath(endpoint: WebhookEndpoint): WebhookEndpoint {
  return { ...endpoint, url: `${new URL(endpoint.url).origin}/…` };
}

/** An attempt as the wire shows it. */
export function shownAttempt(attempt: StoredTry): WebhookAttempt {
  const { id, number, at_ms, took_ms, http_status, error, next_at_ms } = attempt;
  return {
    attempt: id,
    account_number: number,
    try: attempt.try,
    at: Math.floor(at_ms / 1_000),
    took_ms,
    http_status: http_status ?? 0,
    error: error ?? '',
    next_at: Math.floor((next_at_ms ?? 0) / 1_000),
  };
}
