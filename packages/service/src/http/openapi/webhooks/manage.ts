import {
  ChangeWebhookRequest,
  CreateWebhookRequest,
  DEFAULT_OVERLAP_S,
  MESSAGE,
  NewWebhookResponse,
  NoParameters,
  RotateWebhookRequest,
  WebhookListResponse,
  WebhookResponse,
} from '@swapdesk/contract';
import { transaction } from '../../../store/transaction.ts';
import { changeWebhook, createWebhook, rotateSecret } from '../../../webhooks/manage-webhooks.ts';
import { listWebhooks } from '../../../webhooks/stored-webhook.ts';
import { shownWebhook, withoutPath } from '../../../webhooks/view.ts';
import { endpoint } from '../../endpoint.ts';
import { accountWithLog } from '../account-events.ts';
import { contextOf, nameOf } from './name.ts';

const list = endpoint({
  method: 'GET',
  path: '/webhook/list',
  id: 'webhookList',
  summary: 'Webhooks of the account',
  description: 'Where the events of the account are sent, how far each is, and why one is paused.',
  request: NoParameters,
  response: WebhookListResponse,
  weight: 5,
  scope: 'read',
  needsAccount: true,

  async handle({ reader }, { caller }) {
    const all = (await listWebhooks(reader, accountWithLog(caller))).map(shownWebhook);
    return { data: caller.key?.bounds.scopes.has('manage') === false ? all.map(withoutPath) : all };
  },
});

const create = endpoint({
  method: 'POST',
  path: '/webhook/create',
  id: 'webhookCreate',
  summary: 'Make a webhook',
  description:
    'Has the events of the account sent to a URL, signed as Standard Webhooks has it. The answer shows the secret, this once.',
  request: CreateWebhookRequest,
  response: NewWebhookResponse,
  refuses: [MESSAGE.webhookUrlRefused, MESSAGE.tooManyWebhooks],
  weight: 20,
  scope: 'manage',
  needsAccount: true,

  async handle(services, { params, caller }) {
    const wish = {
      accountId: accountWithLog(caller),
      url: params.url,
      types: params.types ?? [],
      after: params.after?.toInteger() ?? undefined,
    };
    const { webhook, secret } = await transaction(services.database, (client) =>
      createWebhook(client, contextOf(services), wish),
    );
    return { data: { ...shownWebhook(webhook), secret } };
  },
});

const change = endpoint({
  method: 'POST',
  path: '/webhook/change',
  id: 'webhookChange',
  summary: 'Change a webhook',
  description: 'Where to, and which events of those that are still to come. What is left out stays.',
  request: ChangeWebhookRequest,
  response: WebhookResponse,
  refuses: [MESSAGE.webhookNotFound, MESSAGE.webhookUrlRefused],
  weight: 20,
  scope: 'manage',
  needsAccount: true,

  async handle(services, call) {
    const { url, types } = call.params;
    const webhook = await transaction(services.database, (client) =>
      changeWebhook(client, contextOf(services), nameOf(call), { url, types }),
    );
    return { data: shownWebhook(webhook) };
  },
});

const rotate = endpoint({
  method: 'POST',
  path: '/webhook/rotate',
  id: 'webhookRotate',
  summary: 'Replace the secret of a webhook',
  description:
    'A new secret, shown this once. That of before signs too for `overlap_s`: each message has both signatures, so that nothing is refused meanwhile.',
  request: RotateWebhookRequest,
  response: NewWebhookResponse,
  refuses: [MESSAGE.webhookNotFound],
  weight: 20,
  scope: 'manage',
  needsAccount: true,

  async handle(services, call) {
    const overlapS = call.params.overlap_s?.toInteger() ?? DEFAULT_OVERLAP_S;
    const { webhook, secret } = await transaction(services.database, (client) =>
      rotateSecret(client, contextOf(services), nameOf(call), overlapS),
    );
    return { data: { ...shownWebhook(webhook), secret } };
  },
});

export const WEBHOOK_ENDPOINTS = [list, create, change, rotate];
