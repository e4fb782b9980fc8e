import { ACCOUNT_EVENT_TYPES } from '@swapdesk/contract';
import { findAccount } from '../access/accounts.ts';
import { changeOf } from '../change-of.ts';
import { hostOf, webhookChanges } from '../webhooks/change-words.ts';
import { changeWebhook, createWebhook } from '../webhooks/manage-webhooks.ts';
import { findWebhook, listWebhooks } from '../webhooks/stored-webhook.ts';
import { act, inWords } from './act.ts';
import { readArguments, readWhole } from './arguments.ts';
import { changesText } from './changes-text.ts';
import { type Command, WrongArguments, withStore } from './command.ts';
import { table } from './table.ts';
import { timeText } from './time-text.ts';
import { webhookContext, webhookNamed } from './webhook-context.ts';

export const webhookList: Command = {
  name: 'webhook list',
  usage: '[--account NAME]',
  summary: 'Show where the events of accounts are sent, how far each is, and why one is paused',
  run: (args, env) =>
    withStore(env, async (database) => {
      const { options } = readArguments(args, { words: [], options: ['account'] });
      const { account: named } = options;
      const owner = named === undefined ? null : await findAccount(database, named).catch(inWords());
      const rows = await listWebhooks(database, owner?.id ?? null);
      const cells = rows.map(({ id, account, url, types, position, waiting, paused_at, paused_why }) => [
        String(id),
        account,
        paused_at === null ? 'on' : `paused (${paused_why}) ${timeText(paused_at)}`,
        String(position),
        String(waiting),
        types.length === 0 ? 'all' : types.join(','),
        url,
      ]);
      console.log(table(['id', 'account', 'state', 'position', 'waiting', 'events', 'url'], cells));
    }),
};

export const webhookCreate: Command = {
  name: 'webhook create',
  usage: 'URL --account NAME [--events TYPE,…] [--after NUMBER]',
  summary: 'Have the events of an account sent to a URL; shows the secret that signs them, this once',
  run: (args, env) =>
    withStore(env, async (database) => {
      const { words, options } = readArguments(args, {
        words: ['URL'],
        options: ['account', 'events', 'after'],
      });
      if (options.account === undefined) throw new WrongArguments('Say --account NAME.');
      const url = words[0] as string;
      const types = readTypes(options.events) ?? [];
      const after = options.after === undefined ? undefined : readWhole('--after', options.after);
      const { name, id: accountId } = await findAccount(database, options.account).catch(inWords());
      const context = await webhookContext(database, env);
      const { webhook, secret } = await act(database, async (client) => {
        const result = await createWebhook(client, context, { accountId, url, types, after });
        const changes = [
          ...changeOf('account', null, name),
          ...changeOf('url', null, hostOf(result.webhook.url)),
        ];
        return { act: 'webhook create', subject: String(result.webhook.id), changes, result };
      }).catch(inWords());
      console.log(`id      ${webhook.id}\nsecret  ${secret}`);
      console.error('Keep the secret: it is shown only now.');
    }),
};

export const webhookChange: Command = {
  name: 'webhook change',
  usage: 'ID [--url URL] [--events TYPE,…|all]',
  summary: 'Change where a webhook goes, or which events of those that are still to come',
  run: (args, env) =>
    withStore(env, async (database) => {
      const { words, options } = readArguments(args, { words: ['ID'], options: ['url', 'events'] });
      const name = webhookNamed(words[0]);
      const types = readTypes(options.events);
      const context = await webhookContext(database, env);
      const changes = await act(database, async (client) => {
        const before = await findWebhook(client, name);
        const after = await changeWebhook(client, context, name, { url: options.url, types });
        const made = webhookChanges(before, after);
        return { act: 'webhook change', subject: String(name.id), changes: made, result: made };
      }).catch(inWords());
      console.log(`${name.id}: ${changesText(changes) || 'as it was'}.`);
    }),
};

function readTypes(text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined;
  if (text === 'all') return [];
  const types = text.split(',');
  const wrong = types.find((type) => !ACCOUNT_EVENT_TYPES.some((known) => known === type));
  if (wrong !== undefined)
    throw new WrongArguments(`There is no event "${wrong}"; there is: ${ACCOUNT_EVENT_TYPES.join(', ')}.`);
  return types;
}
