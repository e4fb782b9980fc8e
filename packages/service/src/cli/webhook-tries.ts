import { DEFAULT_OVERLAP_S } from '@swapdesk/contract';
import { listAttempts, type StoredTry } from '../webhooks/attempts.ts';
import { dnsResolve } from '../webhooks/checked-lookup.ts';
import { resendFrom, rotateSecret } from '../webhooks/manage-webhooks.ts';
import { isTaken } from '../webhooks/outcome.ts';
import { openPoster } from '../webhooks/post.ts';
import { findWebhook } from '../webhooks/stored-webhook.ts';
import { tryWebhook } from '../webhooks/trial.ts';
import { shownAttempt } from '../webhooks/view.ts';
import { act, inWords } from './act.ts';
import { readArguments, readWhole } from './arguments.ts';
import { type Command, WrongArguments, withStore } from './command.ts';
import { table } from './table.ts';
import { timeText } from './time-text.ts';
import { webhookContext, webhookNamed } from './webhook-context.ts';

const SHOWN = 50;

export const webhookRotate: Command = {
  name: 'webhook rotate',
  usage: 'ID [--overlap SECONDS]',
  summary: 'Replace the secret of a webhook; that of before signs too for a day, or as long as said',
  run: (args, env) =>
    withStore(env, async (database) => {
      const { words, options } = readArguments(args, { words: ['ID'], options: ['overlap'] });
      const name = webhookNamed(words[0]);
      const overlapS =
        options.overlap === undefined ? DEFAULT_OVERLAP_S : readWhole('--overlap', options.overlap);
      const context = await webhookContext(database, env);
      const { secret } = await act(database, async (client) => {
        const result = await rotateSecret(client, context, name, overlapS);
        const changes = [{ what: 'secret', before: null, after: 'new' }];
        return { act: 'webhook rotate', subject: String(name.id), changes, result };
      }).catch(inWords());
      console.log(`secret  ${secret}`);
      console.error('Keep the secret: it is shown only now.');
    }),
};

export const webhookTest: Command = {
  name: 'webhook test',
  usage: 'ID',
  summary: 'Send a trial to a webhook, from this machine, and say what became of it',
  run: (args, env) =>
    withStore(env, async (database) => {
      const { words } = readArguments(args, { words: ['ID'], options: [] });
      const webhook = await findWebhook(database, webhookNamed(words[0])).catch(inWords());
      const { box, allowsLoopback, now } = await webhookContext(database, env);
      const poster = openPoster({ resolve: dnsResolve(), allowsLoopback: () => allowsLoopback });
      try {
        const attempt = await tryWebhook({ database, poster, box, now }, webhook).catch(inWords());
        const { http_status, took_ms } = attempt;
        const isOk = isTaken({ status: http_status });
        console.log(`${isOk ? 'ok   ' : 'WRONG'}  ${outcomeText(attempt)}, after ${took_ms} ms`);
        if (!isOk) process.exitCode = 1;
      } finally {
        poster.close();
      }
    }),
};

export const webhookAttempts: Command = {
  name: 'webhook attempts',
  usage: 'ID [--before ATTEMPT]',
  summary: `Show the last ${SHOWN} attempts to send to a webhook, and what became of them`,
  run: (args, env) =>
    withStore(env, async (database) => {
      const { words, options } = readArguments(args, { words: ['ID'], options: ['before'] });
      const before = options.before === undefined ? null : readWhole('--before', options.before);
      const rows = await listAttempts(database, webhookNamed(words[0]), { before, limit: SHOWN }).catch(
        inWords(),
      );
      const cells = rows.map((row) => {
        const { attempt, account_number, try: nth, at, took_ms, next_at } = shownAttempt(row);
        const event = account_number === 0 ? 'trial' : String(account_number);
        return [
          String(attempt),
          event,
          String(nth),
          timeText(at),
          `${took_ms}`,
          outcomeText(row),
          timeText(next_at),
        ];
      });
      console.log(table(['attempt', 'event', 'try', 'at', 'ms', 'outcome', 'again at'], cells));
    }),
};

export const webhookResend: Command = {
  name: 'webhook resend',
  usage: 'ID --after NUMBER',
  summary: "Send all events after a number of the account's log again, with the ids that they had",
  run: (args, env) =>
    withStore(env, async (database) => {
      const { words, options } = readArguments(args, { words: ['ID'], options: ['after'] });
      if (options.after === undefined) throw new WrongArguments('Say --after NUMBER.');
      const name = webhookNamed(words[0]);
      const after = readWhole('--after', options.after);
      const { position } = await act(database, async (client) => {
        const before = await findWebhook(client, name);
        const result = await resendFrom(client, name, after);
        const changes = [
          { what: 'position', before: String(before.position), after: String(result.position) },
        ];
        return { act: 'webhook resend', subject: String(name.id), changes, result };
      }).catch(inWords());
      console.log(`${name.id} goes on after ${position}.`);
    }),
};

function outcomeText({ http_status, error }: Pick<StoredTry, 'http_status' | 'error'>): string {
  return http_status === null ? (error ?? '') : `answered ${http_status}`;
}
