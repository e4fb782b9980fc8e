import { systemClock } from '../clock.ts';
import { findOrCreateAccount } from './accounts.ts';
import { readArguments, readPpm } from './arguments.ts';
import { type Command, UsageError, withStore } from './command.ts';
import { table } from './table.ts';

const DEFAULT_RATE = '20%';
/** Before there are keys, the lists show what belongs to everyone. */
const OPEN_ACCOUNT = 'anonymous';

export const refcodeCreate: Command = {
  name: 'refcode create',
  usage: 'CODE [--account NAME] [--rate 20%]',
  summary: 'Make a referral code that earns an account a part of the service fee',
  run: (args, env) =>
    withStore(env, async (database) => {
      const { words, options } = readArguments(args, { words: ['CODE'], options: ['account', 'rate'] });
      const code = words[0] as string;
      if (!/^[\w-]{1,64}$/.test(code))
        throw new UsageError('A code has 1 to 64 letters, digits, dashes, underscores.');
      const rate = readPpm('rate', options.rate ?? DEFAULT_RATE);
      const account = await findOrCreateAccount(database, options.account ?? OPEN_ACCOUNT);
      const { rowCount } = await database.query(
        `WITH roll AS (INSERT INTO roll DEFAULT VALUES RETURNING id)
         INSERT INTO ref_code (code, account_id, commission_ppm, roll_id, created_at)
         SELECT $1, $2, $3, roll.id, $4 FROM roll ON CONFLICT (code) DO NOTHING`,
        [code, account.id, rate, systemClock()],
      );
      if (rowCount === 0) throw new UsageError(`The code ${code} exists already.`);
      console.log(`Made ${code}: ${rate / 10_000}% of the service fee for ${account.name}.`);
    }),
};

export const refcodeList: Command = {
  name: 'refcode list',
  usage: '',
  summary: 'Show all referral codes',
  run: (args, env) =>
    withStore(env, async (database) => {
      readArguments(args, { words: [], options: [] });
      const { rows } = await database.query<{ code: string; account: string; ppm: number; orders: number }>(`
        SELECT code, account.name AS account, commission_ppm AS ppm, roll.length AS orders
          FROM ref_code JOIN account ON account.id = account_id JOIN roll ON roll.id = roll_id ORDER BY ref_code.id`);
      const cells = rows.map(({ code, account, ppm, orders }) => [
        code,
        account,
        `${ppm / 10_000}%`,
        String(orders),
      ]);
      console.log(table(['code', 'account', 'rate', 'orders'], cells));
    }),
};
