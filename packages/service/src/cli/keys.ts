import { randomBytes } from 'node:crypto';
import { systemClock } from '../clock.ts';
import { findOrCreateAccount } from './accounts.ts';
import { readArguments } from './arguments.ts';
import { type Command, UsageError, withStore } from './command.ts';
import { table } from './table.ts';

const DEFAULT_ACCOUNT = 'main';

export const keyCreate: Command = {
  name: 'key create',
  usage: '[--account NAME]',
  summary: 'Make an API key for an account (default: main; made if it does not exist). Ends open mode',
  run: (args, env) =>
    withStore(env, async (database) => {
      const { options } = readArguments(args, { words: [], options: ['account'] });
      const account = await findOrCreateAccount(database, options.account ?? DEFAULT_ACCOUNT);
      const key = randomBytes(12).toString('hex');
      const secret = randomBytes(32).toString('hex');
      await database.query(
        'INSERT INTO api_key (key, secret, account_id, created_at) VALUES ($1, $2, $3, $4)',
        [key, secret, account.id, systemClock()],
      );
      console.log(`account  ${account.name}\nkey      ${key}\nsecret   ${secret}`);
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
      const { rows } = await database.query<{
        key: string;
        account: string;
        created_at: number;
        revoked: boolean;
      }>(`
        SELECT key, account.name AS account, api_key.created_at, revoked_at IS NOT NULL AS revoked
          FROM api_key JOIN account ON account.id = account_id ORDER BY api_key.created_at, key`);
      const cells = rows.map((row) => [
        row.key,
        row.account,
        new Date(row.created_at * 1000).toISOString(),
        row.revoked ? 'revoked' : 'valid',
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
      const { rowCount } = await database.query(
        'UPDATE api_key SET revoked_at = $2 WHERE key = $1 AND revoked_at IS NULL',
        [words[0], systemClock()],
      );
      if (rowCount === 0)
        throw new UsageError(`There is no valid key ${words[0]}. See: npx swapdesk key list`);
      console.log(`Revoked ${words[0]}.`);
    }),
};
