import { MESSAGE } from '@swapdesk/contract';
import { changeRate } from '../affiliates/change-rate.ts';
import { createRefCode, listRefCodes, revokeRefCode } from '../affiliates/manage-ref-codes.ts';
import { act, inWords } from './act.ts';
import { readArguments, readPpm } from './arguments.ts';
import { type Command, UsageError, WrongArguments, withStore } from './command.ts';
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
      const account = options.account ?? OPEN_ACCOUNT;
      await act(database, async (client, now) => {
        await createRefCode(client, { code, account, commissionPpm: rate }, now);
        const changes = [
          { what: 'account', before: null, after: account },
          { what: 'rate in millionths', before: null, after: String(rate) },
        ];
        return { act: 'refcode create', subject: code, changes, result: undefined };
      }).catch(inWords({ [MESSAGE.refCodeExists]: `The code ${code} exists already.` }));
      console.log(`Made ${code}: ${rate / 10_000}% of the service fee for ${account}.`);
    }),
};

export const refcodeSet: Command = {
  name: 'refcode set',
  usage: 'CODE --rate 20%',
  summary: 'Change what a referral code earns. Orders placed before keep their rate',
  run: (args, env) =>
    withStore(env, async (database) => {
      const { words, options } = readArguments(args, { words: ['CODE'], options: ['rate'] });
      const code = words[0] as string;
      if (options.rate === undefined) throw new WrongArguments('Which part of the fee? Add --rate 20%.');
      const rate = readPpm('rate', options.rate);
      await act(database, async (client, now) => {
        const changes = await changeRate(client, code, rate, now);
        return { act: 'refcode set', subject: code, changes, result: undefined };
      }).catch(inWords(noSuch(code)));
      console.log(`${code} earns ${rate / 10_000}% of the service fee from now on.`);
    }),
};

export const refcodeRevoke: Command = {
  name: 'refcode revoke',
  usage: 'CODE',
  summary: 'Let a referral code earn nothing from now on. Orders that came through it keep their commission',
  run: (args, env) =>
    withStore(env, async (database) => {
      const { words } = readArguments(args, { words: ['CODE'], options: [] });
      const code = words[0] as string;
      await act(database, async (client, now) => {
        await revokeRefCode(client, code, now);
        const changes = [{ what: 'state', before: 'valid', after: 'revoked' }];
        return { act: 'refcode revoke', subject: code, changes, result: undefined };
      }).catch(inWords(noSuch(code)));
      console.log(`Revoked ${code}.`);
    }),
};

export const refcodeList: Command = {
  name: 'refcode list',
  usage: '',
  summary: 'Show all referral codes',
  run: (args, env) =>
    withStore(env, async (database) => {
      readArguments(args, { words: [], options: [] });
      const rows = await listRefCodes(database);
      const cells = rows.map(({ code, account, commission_ppm, orders, revoked_at }) => [
        code,
        account,
        `${commission_ppm / 10_000}%`,
        String(orders),
        revoked_at === null ? 'valid' : 'revoked',
      ]);
      console.log(table(['code', 'account', 'rate', 'orders', 'state'], cells));
    }),
};

function noSuch(code: string) {
  return { [MESSAGE.refCodeNotFound]: `There is no valid code ${code}. See: npx swapdesk refcode list` };
}
