import { HIGHEST_FEE_PPM, HIGHEST_MARKUP_PPM, MESSAGE } from '@swapdesk/contract';
import { listAccounts, setAccountFees, setMarkup, setSignatureForm } from '../access/accounts.ts';
import { Refusal } from '../refusal.ts';
import { act, inWords } from './act.ts';
import { readArguments, readPpm } from './arguments.ts';
import { changesText } from './changes-text.ts';
import { type Command, WrongArguments, withStore } from './command.ts';
import { table } from './table.ts';

export const accountList: Command = {
  name: 'account list',
  usage: '',
  summary: 'Show all accounts, their fees, and what they may put on top',
  run: (args, env) =>
    withStore(env, async (database) => {
      readArguments(args, { words: [], options: [] });
      const rows = await listAccounts(database);
      const cells = rows.map((row) => [
        row.name,
        String(row.orders),
        feeText(row.float_fee_ppm),
        feeText(row.fixed_fee_ppm),
        row.markup_ppm === 0 ? 'none' : feeText(row.markup_ppm),
        row.needs_signature_v2 ? 'v2' : 'any',
      ]);
      console.log(table(['account', 'orders', 'float fee', 'fixed fee', 'markup', 'signature'], cells));
    }),
};

export const accountSet: Command = {
  name: 'account set',
  usage: 'NAME [--float-fee 0.4%|default] [--fixed-fee 0.9%|default] [--markup 2%|0] [--signature v2|any]',
  summary:
    'Change the fees of an account (`default`: none of its own), the most that it may put on top for itself, or how its requests must be signed',
  run: (args, env) =>
    withStore(env, async (database) => {
      const { words, options } = readArguments(args, {
        words: ['NAME'],
        options: ['float-fee', 'fixed-fee', 'markup', 'signature'],
      });
      const name = words[0] as string;
      const fees = {
        float: readFee('float-fee', options['float-fee']),
        fixed: readFee('fixed-fee', options['fixed-fee']),
      };
      const markup =
        options.markup === undefined ? null : readPpm('markup', options.markup, HIGHEST_MARKUP_PPM);
      const form = readForm(options.signature);
      const refusals = {
        [MESSAGE.accountNotFound]: `There is no account ${name}. See: npx swapdesk account list`,
        [MESSAGE.nothingToChange]: `Nothing to change: ${name} has that already.`,
      };
      const changes = await act(database, async (client) => {
        const made = [
          ...(await setAccountFees(client, name, fees)),
          ...(markup === null ? [] : await setMarkup(client, name, markup)),
          ...(form === undefined ? [] : await setSignatureForm(client, name, form === 'v2')),
        ];
        if (made.length === 0) throw new Refusal(MESSAGE.nothingToChange);
        return { act: 'account set', subject: name, changes: made, result: made };
      }).catch(inWords(refusals));
      console.log(`${name}: ${changesText(changes)}. Orders placed before stay as they are.`);
    }),
};

function readForm(value: string | undefined): 'v2' | 'any' | undefined {
  if (value === undefined || value === 'v2' || value === 'any') return value;
  throw new WrongArguments(`--signature takes v2 or any, not "${value}".`);
}

/** A fee in millionths; null for `default`, undefined where none was given. */
export function readFee(name: string, value: string | undefined): number | null | undefined {
  if (value === undefined) return undefined;
  return value === 'default' ? null : readPpm(name, value, HIGHEST_FEE_PPM);
}

/** A fee for a person. */
export function feeText(ppm: number | null): string {
  return ppm === null ? 'default' : `${ppm / 10_000}%`;
}
