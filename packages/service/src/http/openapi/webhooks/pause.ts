import { MESSAGE, WebhookRequest, WebhookResponse } from '@swapdesk/contract';
import { transaction } from '../../../store/transaction.ts';
import { pauseWebhook, removeWebhook, resumeWebhook } from '../../../webhooks/manage-webhooks.ts';
import { shownWebhook } from '../../../webhooks/view.ts';
import { endpoint } from '../../endpoint.ts';
import { contextOf, nameOf } from './name.ts';

const pause = endpoint({
  method: 'POST',
  path: '/webhook/pause',
  id: 'webhookPause',
  summary: 'Pause a webhook',
  description: 'Nothing is sent until it is resumed; what happens meanwhile is sent then.',
  request: WebhookRequest,
  response: WebhookResponse,
  refuses: [MESSAGE.webhookNotFound],
  weight: 5,
  scope: 'manage',
  needsAccount: true,

  async handle(services, call) {
    const webhook = await transaction(services.database, (client) =>
      pauseWebhook(client, nameOf(call), contextOf(services).now),
    );
    return { data: shownWebhook(webhook) };
  },
});

const resume = endpoint({
  method: 'POST',
  path: '/webhook/resume',
  id: 'webhookResume',
  summary: 'Resume a webhook',
  description: 'Goes on where it was, whyever it was paused. What was tried in vain before is tried at once.',
  request: WebhookRequest,
  response: WebhookResponse,
  refuses: [MESSAGE.webhookNotFound],
  weight: 20,
  scope: 'manage',
  needsAccount: true,

  async handle(services, call) {
    const webhook = await transaction(services.database, (client) => resumeWebhook(client, nameOf(call)));
    return { data: shownWebhook(webhook) };
  },
});

const remove = endpoint({
  method: 'POST',
  path: '/webhook/remove',
  id: 'webhookRemove',
  summary: 'Remove a webhook',
  description: 'Nothing is sent to it any more. The answer shows it as it was.',
  request: WebhookRequest,
  response: WebhookResponse,
  refuses: [MESSAGE.webhookNotFound],
  weight: 20,
  scope: 'manage',
  needsAccount: true,

  async handle(services, call) {
    const webhook = await transaction(services.database, (client) => removeWebhook(client, nameOf(call)));
    return { data: shownWebhook(webhook) };
  },
});

export const WEBHOOK_PAUSE_ENDPOINTS = [pause, resume, remove];
