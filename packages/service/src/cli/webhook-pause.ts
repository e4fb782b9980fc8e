import { changeOf } from '../change-of.ts';
import { hostOf } from '../webhooks/change-words.ts';
import { pauseWebhook, removeWebhook, resumeWebhook } from '../webhooks/manage-webhooks.ts';
import { findWebhook } from '../webhooks/stored-webhook.ts';
import { act, inWords } from './act.ts';
import { readArguments } from './arguments.ts';
import { type Command, withStore } from './command.ts';
import { webhookNamed } from './webhook-context.ts';

export const webhookPause: Command = {
  name: 'webhook pause',
  usage: 'ID',
  summary: 'Send nothing to a webhook until it is resumed; what happens meanwhile is sent then',
  run: (args, env) =>
    withStore(env, async (database) => {
      const { words } = readArguments(args, { words: ['ID'], options: [] });
      const name = webhookNamed(words[0]);
      const { paused_why } = await act(database, async (client, now) => {
        const result = await pauseWebhook(client, name, now);
        const changes = changeOf('paused', null, result.paused_why);
        return { act: 'webhook pause', subject: String(name.id), changes, result };
      }).catch(inWords());
      console.log(`${name.id} is paused (${paused_why}).`);
    }),
};

export const webhookResume: Command = {
  name: 'webhook resume',
  usage: 'ID',
  summary: 'Send to a webhook again, from where it was, whyever it was paused',
  run: (args, env) =>
    withStore(env, async (database) => {
      const { words } = readArguments(args, { words: ['ID'], options: [] });
      const name = webhookNamed(words[0]);
      await act(database, async (client) => {
        const before = await findWebhook(client, name);
        const result = await resumeWebhook(client, name);
        const changes = changeOf('paused', before.paused_why, null);
        return { act: 'webhook resume', subject: String(name.id), changes, result };
      }).catch(inWords());
      console.log(`${name.id} is on.`);
    }),
};

export const webhookRemove: Command = {
  name: 'webhook remove',
  usage: 'ID',
  summary: 'Remove a webhook: nothing is sent to it any more',
  run: (args, env) =>
    withStore(env, async (database) => {
      const { words } = readArguments(args, { words: ['ID'], options: [] });
      const name = webhookNamed(words[0]);
      await act(database, async (client) => {
        const result = await removeWebhook(client, name);
        const changes = changeOf('host', hostOf(result.url), null);
        return { act: 'webhook remove', subject: String(name.id), changes, result };
      }).catch(inWords());
      console.log(`Removed ${name.id}.`);
    }),
};
