import {
  ACCOUNT_EVENT_TYPES,
  type Change,
  ConsoleAttemptsRequest,
  ConsoleAttemptsResponse,
  ConsoleChangeWebhookRequest,
  ConsoleWebhooksRequest,
  ConsoleWebhooksResponse,
  DEFAULT_OVERLAP_S,
  DoneResponse,
  MakeWebhookRequest,
  MESSAGE,
  OneWebhookRequest,
  ResendRequest,
  SecretResponse,
  TrialResponse,
} from '@swapdesk/contract';
import { findAccount } from '../../access/accounts.ts';
import { changeOf } from '../../change-of.ts';
import { audited } from '../../operators/audit.ts';
import { isAtLeast } from '../../operators/roles.ts';
import { Refusal } from '../../refusal.ts';
import type { Queryable } from '../../store/database.ts';
import { listAttempts, type StoredTry } from '../../webhooks/attempts.ts';
import { hostOf, webhookChanges } from '../../webhooks/change-words.ts';
import {
  changeWebhook,
  createWebhook,
  pauseWebhook,
  removeWebhook,
  resendFrom,
  resumeWebhook,
  rotateSecret,
  type WebhookContext,
} from '../../webhooks/manage-webhooks.ts';
import { isTaken } from '../../webhooks/outcome.ts';
import { findWebhook, listWebhooks, type WebhookName } from '../../webhooks/stored-webhook.ts';
import { tryWebhook } from '../../webhooks/trial.ts';
import { shownAttempt, shownWebhook } from '../../webhooks/view.ts';
import { listWebhookStates } from '../../webhooks/webhook-states.ts';
import { consoleEndpoint } from './endpoint.ts';
import type { ConsoleServices } from './services.ts';

const SHOWN = 50;

const list = consoleEndpoint({
  method: 'GET',
  path: '/webhooks',
  request: ConsoleWebhooksRequest,
  response: ConsoleWebhooksResponse,
  changes: false,
  async handle({ database }, { session }) {
    const states = new Map((await listWebhookStates(database)).map((state) => [state.id, state]));
    const all = await listWebhooks(database, null);
    return {
      data: all.map((webhook) => {
        const state = states.get(webhook.id);
        const { last = null } = state ?? {};
        return {
          ...shownWebhook(webhook),
          url: isAtLeast(session.role, 'admin') ? webhook.url : hostOf(webhook.url),
          account: webhook.account,
          failures: state?.failures ?? 0,
          behind: state?.behind ?? 0,
          last_at: last === null ? 0 : Math.floor(last.at_ms / 1_000),
          last_outcome: last === null ? '' : outcomeText(last),
          last_error: state?.lastError ?? '',
        };
      }),
    };
  },
});

const attempts = consoleEndpoint({
  method: 'GET',
  path: '/webhooks/attempts',
  request: ConsoleAttemptsRequest,
  response: ConsoleAttemptsResponse,
  changes: false,
  async handle({ database }, { params }) {
    const before = params.before?.toInteger() ?? null;
    const rows = await listAttempts(database, nameOf(params), { before, limit: SHOWN });
    return { data: rows.map(shownAttempt) };
  },
});

const create = consoleEndpoint({
  method: 'POST',
  path: '/webhooks/create',
  request: MakeWebhookRequest,
  response: SecretResponse,
  changes: true,
  async handle(services, { params, actor, now }) {
    const types = known(params.types);
    const data = await audited(services.database, actor, now, async (client) => {
      const { id: accountId, name } = await findAccount(client, params.account);
      const made = await createWebhook(client, contextOf(services, now), {
        accountId,
        url: params.url,
        types,
      });
      const { id, url } = made.webhook;
      const changes = [...changeOf('account', null, name), ...changeOf('url', null, hostOf(url))];
      const result = { id, account: name, secret: made.secret };
      return { act: 'webhook create', subject: String(id), changes, result };
    });
    return { data };
  },
});

const change = consoleEndpoint({
  method: 'POST',
  path: '/webhooks/change',
  request: ConsoleChangeWebhookRequest,
  response: DoneResponse,
  changes: true,
  async handle(services, { params, actor, now }) {
    const wish = { url: params.url, types: params.types && known(params.types) };
    await audited(services.database, actor, now, async (client) => {
      const before = await findWebhook(client, nameOf(params));
      const after = await changeWebhook(client, contextOf(services, now), nameOf(params), wish);
      const changes = webhookChanges(before, after);
      return { act: 'webhook change', subject: String(before.id), changes, result: undefined };
    });
    return {};
  },
});

const rotate = consoleEndpoint({
  method: 'POST',
  path: '/webhooks/rotate',
  request: OneWebhookRequest,
  response: SecretResponse,
  changes: true,
  async handle(services, { params, actor, now }) {
    const data = await audited(services.database, actor, now, async (client) => {
      const context = contextOf(services, now);
      const { webhook, secret } = await rotateSecret(client, context, nameOf(params), DEFAULT_OVERLAP_S);
      const changes = [{ what: 'secret', before: null, after: 'new' }];
      const result = { id: webhook.id, account: webhook.account, secret };
      return { act: 'webhook rotate', subject: String(webhook.id), changes, result };
    });
    return { data };
  },
});

const test = consoleEndpoint({
  method: 'POST',
  path: '/webhooks/test',
  request: OneWebhookRequest,
  response: TrialResponse,
  changes: true,
  async handle({ database, webhooks: { box, poster } }, { params, actor, now }) {
    const webhook = await findWebhook(database, nameOf(params));
    // Nothing is locked while somebody else's server takes its time.
    const attempt = await tryWebhook({ database, poster, box, now }, webhook);
    const outcome = outcomeText(attempt);
    await audited(database, actor, now, async () => {
      const changes = [{ what: 'outcome', before: null, after: outcome }];
      return { act: 'webhook test', subject: String(webhook.id), changes, result: undefined };
    });
    const { http_status, took_ms } = attempt;
    return { data: { is_taken: isTaken({ status: http_status }), outcome, took_ms } };
  },
});

const resend = consoleEndpoint({
  method: 'POST',
  path: '/webhooks/resend',
  request: ResendRequest,
  response: DoneResponse,
  changes: true,
  async handle({ database }, { params, actor, now }) {
    await audited(database, actor, now, async (client) => {
      const before = await findWebhook(client, nameOf(params));
      const after = await resendFrom(client, nameOf(params), params.after.toInteger() as number);
      const changes = changeOf('position', before.position, after.position);
      return { act: 'webhook resend', subject: String(before.id), changes, result: undefined };
    });
    return {};
  },
});

const pause = actOn('pause', async (client, name, now) => {
  const { paused_why } = await pauseWebhook(client, name, now);
  return changeOf('paused', null, paused_why);
});

const resume = actOn('resume', async (client, name) => {
  const { paused_why } = await findWebhook(client, name);
  await resumeWebhook(client, name);
  return changeOf('paused', paused_why, null);
});

const remove = actOn('remove', async (client, name) => {
  const { url } = await removeWebhook(client, name);
  return changeOf('host', hostOf(url), null);
});

/** Webhooks of accounts: how they are, and what mends them. */
export const WEBHOOK_ENDPOINTS = [
  list,
  attempts,
  create,
  change,
  rotate,
  test,
  resend,
  pause,
  resume,
  remove,
];

/** An act that takes nothing but the endpoint. */
function actOn(
  name: string,
  work: (client: Queryable, webhook: WebhookName, now: number) => Promise<Change[]>,
) {
  return consoleEndpoint({
    method: 'POST',
    path: `/webhooks/${name}`,
    request: OneWebhookRequest,
    response: DoneResponse,
    changes: true,
    async handle({ database }, { params, actor, now }) {
      await audited(database, actor, now, async (client) => {
        const changes = await work(client, nameOf(params), now);
        return { act: `webhook ${name}`, subject: String(nameOf(params).id), changes, result: undefined };
      });
      return {};
    },
  });
}

function nameOf({ id }: { readonly id: { toInteger(): number | null } }): WebhookName {
  return { id: id.toInteger() as number, accountId: null };
}

function contextOf({ webhooks }: ConsoleServices, now: number): WebhookContext {
  return { box: webhooks.box, allowsLoopback: webhooks.allowsLoopback(), now };
}

function known(types: readonly string[]): readonly string[] {
  if (types.every((type) => ACCOUNT_EVENT_TYPES.some((each) => each === type))) return types;
  throw new Refusal(MESSAGE.incorrectParameters);
}

function outcomeText({ http_status, error }: Pick<StoredTry, 'http_status' | 'error'>): string {
  return http_status === null ? (error ?? '') : `answered ${http_status}`;
}
