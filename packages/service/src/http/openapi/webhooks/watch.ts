import {
  DEFAULT_ATTEMPTS,
  MESSAGE,
  ResendWebhookRequest,
  WebhookAttemptResponse,
  WebhookAttemptsRequest,
  WebhookAttemptsResponse,
  WebhookRequest,
  WebhookResponse,
} from '@swapdesk/contract';
import { transaction } from '../../../store/transaction.ts';
import { listAttempts } from '../../../webhooks/attempts.ts';
import { resendFrom } from '../../../webhooks/manage-webhooks.ts';
import { findWebhook } from '../../../webhooks/stored-webhook.ts';
import { tryWebhook } from '../../../webhooks/trial.ts';
import { shownAttempt, shownWebhook } from '../../../webhooks/view.ts';
import { endpoint } from '../../endpoint.ts';
import { nameOf } from './name.ts';

const test = endpoint({
  method: 'POST',
  path: '/webhook/test',
  id: 'webhookTest',
  summary: 'Try a webhook',
  description:
    'Sends something that is no event, of type `webhook.test`, once, and answers with what became of it: within 15 seconds.',
  request: WebhookRequest,
  response: WebhookAttemptResponse,
  refuses: [MESSAGE.webhookNotFound, MESSAGE.webhookWithoutSecret],
  weight: 50,
  scope: 'manage',
  needsAccount: true,

  async handle(services, call) {
    const { database, webhooks, market } = services;
    const webhook = await findWebhook(database, nameOf(call));
    return { data: shownAttempt(await tryWebhook({ database, ...webhooks, now: market().now }, webhook)) };
  },
});

const attempts = endpoint({
  method: 'GET',
  path: '/webhook/attempts',
  id: 'webhookAttempts',
  summary: 'Attempts of a webhook',
  description: 'What became of each attempt to send, the newest first. Go on `before` the last one.',
  request: WebhookAttemptsRequest,
  response: WebhookAttemptsResponse,
  refuses: [MESSAGE.webhookNotFound],
  weight: 5,
  scope: 'read',
  needsAccount: true,

  async handle({ reader }, call) {
    const { before, limit } = call.params;
    const found = await listAttempts(reader, nameOf(call), {
      before: before?.toInteger() ?? null,
      limit: limit?.toInteger() ?? DEFAULT_ATTEMPTS,
    });
    return { data: found.map(shownAttempt) };
  },
});

const resend = endpoint({
  method: 'POST',
  path: '/webhook/resend',
  id: 'webhookResend',
  summary: 'Send events again',
  description: 'Sends all events after a number again, with the ids that they had, and then what happens.',
  request: ResendWebhookRequest,
  response: WebhookResponse,
  refuses: [MESSAGE.webhookNotFound],
  weight: 50,
  scope: 'manage',
  needsAccount: true,

  async handle(services, call) {
    const after = call.params.after.toInteger() ?? 0;
    const webhook = await transaction(services.database, (client) => resendFrom(client, nameOf(call), after));
    return { data: shownWebhook(webhook) };
  },
});

export const WEBHOOK_WATCH_ENDPOINTS = [test, attempts, resend];
