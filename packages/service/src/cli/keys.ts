import { MESSAGE } from '@swapdesk/contract';
import { createKey, listKeys, revokeKey } from '../access/keys.ts';
import { secretBox } from '../secrets/sealed-secret.ts';
import { act, inWords } from './act.ts';
import { readArguments } from './arguments.ts';
import { type Command, deskKeyOf, withStore } from './command.ts';
import { table } from './table.ts';

const DEFAULT_ACCOUNT = 'main';

export const keyCreate: Command = {
  name: 'key create',
  usage: '[--account NAME]',
  summary: 'Make an API key for an account (default: main; made if it does not exist). Ends open mode',
  run: (args, env) =>
    withStore(env, async (database) => {
      const { options } = readArguments(args, { words: [], options: ['account'] });
      const secrets = secretBox(await deskKeyOf(database, env), 'API secrets');
      const { key, secret, account } = await act(database, async (client, now) => {
        const result = await createKey(client, secrets, options.account ?? DEFAULT_ACCOUNT, now);
        const changes = [{ what: 'account', before: null, after: result.account }];
        return { act: 'key create', subject: result.key, changes, result };
      });
      console.log(`account  ${account}\nkey      ${key}\nsecret   ${secret}`);
      console.error('Keep the secret: it is shown only now.');
    }),
};

export const keyList: Command = {
  name: 'key list',
  usage: '',
  summary: 'Show all API keys, without their secrets',
  run: (args, env) =>
    withStore(env, async (database) => {
      readArguments(args, { words: [], options: [] });
      const rows = await listKeys(database);
      const cells = rows.map((row) => [
        row.key,
        row.account,
        new Date(row.created_at * 1000).toISOString(),
        row.revoked_at === null ? 'valid' : 'revoked',
      ]);
      console.log(table(['key', 'account', 'created', 'state'], cells));
    }),
};

export const keyRevoke: Command = {
  name: 'key revoke',
  usage: 'KEY',
  summary: 'Make an API key invalid, on every node within a second',
  run: (args, env) =>
    withStore(env, async (database) => {
      const { words } = readArguments(args, { words: ['KEY'], options: [] });
      const key = words[0] as string;
      const noSuch = { [MESSAGE.keyNotFound]: `There is no valid key ${key}. See: npx swapdesk key list` };
      await act(database, async (client, now) => {
        await revokeKey(client, key, now);
        const changes = [{ what: 'state', before: 'valid', after: 'revoked' }];
        return { act: 'key revoke', subject: key, changes, result: undefined };
      }).catch(inWords(noSuch));
      console.log(`Revoked ${key}.`);
    }),
};
