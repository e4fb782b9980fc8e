import { type EndedWithKey, renewKey } from '../acts/renew-key.ts';
import { nextDeskKey } from '../secrets/desk-key.ts';
import { act, rehearse, whoeverTypes } from './act.ts';
import { readArguments } from './arguments.ts';
import { type Command, deskKeyPlace, withStore } from './command.ts';

export const secretsRenew: Command = {
  name: 'secrets renew',
  usage: '[--dry-run]',
  summary:
    'Replace desk.key after it was lost or read by others. Ends all API keys, sign-ins, manage codes; nodes stop',
  run: (args, env) =>
    withStore(env, async (database) => {
      const { flags } = readArguments(args, { words: [], options: [], flags: ['dry-run'] });
      const next = await nextDeskKey(deskKeyPlace(env));
      try {
        const run = flags['dry-run'] ? rehearse : act;
        const ended = await run(database, (client, now) => renewKey(client, next.proof, whoeverTypes(), now));
        console.log(told(ended));
        if (flags['dry-run']) return console.log('Nothing was changed. Do it without --dry-run.');
        await next.take();
        console.log(`The new key is in ${next.path}.\n${WHAT_NOW}`);
      } finally {
        await next.forget();
      }
    }),
};

const WHAT_NOW = `Now:
  1. copy it to every node that serves; they have stopped, start them again
  2. npx swapdesk operator reset NAME    for every operator
  3. npx swapdesk key create             for every account, and tell its owner`;

function told({ apiKeys, operators, proposals }: EndedWithKey): string {
  return `API keys revoked            ${apiKeys}
operators to be reset       ${operators}
open proposals withdrawn    ${proposals}
manage codes of all orders  void: their clients ask you for a refund address or a cancellation`;
}
