import { HIGHEST_FEE_PPM, MESSAGE } from '@swapdesk/contract';
import { listAccounts, setAccountFees } from '../access/accounts.ts';
import { act, inWords } from './act.ts';
import { readArguments, readPpm } from './arguments.ts';
import { type Command, withStore } from './command.ts';
import { table } from './table.ts';

export const accountList: Command = {
  name: 'account list',
  usage: '',
  summary: 'Show all accounts and their fees',
  run: (args, env) =>
    withStore(env, async (database) => {
      readArguments(args, { words: [], options: [] });
      const rows = await listAccounts(database);
      const cells = rows.map((row) => [
        row.name,
        String(row.orders),
        feeText(row.float_fee_ppm),
        feeText(row.fixed_fee_ppm),
      ]);
      console.log(table(['account', 'orders', 'float fee', 'fixed fee'], cells));
    }),
};

export const accountSet: Command = {
  name: 'account set',
  usage: 'NAME [--float-fee 0.4%|default] [--fixed-fee 0.9%|default]',
  summary: 'Change the fees of an account; `default` takes its own fee away',
  run: (args, env) =>
    withStore(env, async (database) => {
      const { words, options } = readArguments(args, {
        words: ['NAME'],
        options: ['float-fee', 'fixed-fee'],
      });
      const name = words[0] as string;
      const fees = {
        float: readFee('float-fee', options['float-fee']),
        fixed: readFee('fixed-fee', options['fixed-fee']),
      };
      const noSuch = {
        [MESSAGE.accountNotFound]: `There is no account ${name}. See: npx swapdesk account list`,
      };
      await act(database, async (client) => {
        const changes = await setAccountFees(client, name, fees);
        return { act: 'account set', subject: name, changes, result: undefined };
      }).catch(inWords(noSuch));
      console.log(`Changed ${name}. Orders placed before keep their fee.`);
    }),
};

/** A fee in millionths; null for `default`, undefined where none was given. */
export function readFee(name: string, value: string | undefined): number | null | undefined {
  if (value === undefined) return undefined;
  return value === 'default' ? null : readPpm(name, value, HIGHEST_FEE_PPM);
}

/** A fee for a person. */
export function feeText(ppm: number | null): string {
  return ppm === null ? 'default' : `${ppm / 10_000}%`;
}
