import type { Decimal } from '@swapdesk/contract';
import type { WebhookContext } from '../../../webhooks/manage-webhooks.ts';
import type { WebhookName } from '../../../webhooks/stored-webhook.ts';
import type { Call } from '../../endpoint.ts';
import type { Services } from '../../services.ts';
import { accountWithLog } from '../account-events.ts';

/** Which webhook a request means: one of its account, or none. */
export function nameOf({ params, caller }: Call<{ readonly id: Decimal }>): WebhookName {
  return { id: params.id.toInteger() as number, accountId: accountWithLog(caller) };
}

/** What webhooks are made with, by whoever asks for it here. */
export function contextOf({ webhooks, market }: Services): WebhookContext {
  return { box: webhooks.box, allowsLoopback: webhooks.allowsLoopback(), now: market().now };
}
