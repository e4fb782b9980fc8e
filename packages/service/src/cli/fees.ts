import { HIGHEST_FEE_PPM, MESSAGE } from '@swapdesk/contract';
import type { Asset, Catalogue, Mode } from '../catalog/catalogue.ts';
import { loadCatalogue } from '../catalog/load-catalogue.ts';
import {
  type FeeScope,
  feeName,
  listFees,
  type NamedFeeRule,
  removeFee,
  setFee,
} from '../pricing/change-fee.ts';
import { feeText } from './accounts.ts';
import { act, inWords } from './act.ts';
import { readArguments, readPpm, readWhole } from './arguments.ts';
import { changesText } from './changes-text.ts';
import { type Command, UsageError, WrongArguments, withStore } from './command.ts';
import { table } from './table.ts';

export const feeList: Command = {
  name: 'fee list',
  usage: '',
  summary: 'Show the fees of pairs, amounts and accounts. See also: setting list, asset list, account list',
  run: (args, env) =>
    withStore(env, async (database) => {
      readArguments(args, { words: [], options: [] });
      const catalogue = await loadCatalogue(database);
      const rows = (await listFees(database)).map((rule) => cells(rule, catalogue));
      console.log(
        rows.length === 0
          ? 'No pair, amount or account has fees of its own here. To set one: npx swapdesk fee set --help'
          : table(['id', 'mode', 'account', 'from', 'to', 'from USDT on', 'fee'], rows),
      );
    }),
};

export const feeSet: Command = {
  name: 'fee set',
  usage: 'float|fixed FEE [--from CHAIN/COIN --to CHAIN/COIN] [--usdt N] [--account NAME]',
  summary:
    'Set the service fee of a pair, of orders worth N USDT or more, of an account, or of all three together. Orders placed before keep theirs',
  run: (args, env) =>
    withStore(env, async (database) => {
      const { words, options } = readArguments(args, {
        words: ['float|fixed', 'FEE'],
        options: ['from', 'to', 'usdt', 'account'],
      });
      const [mode, fee] = words as [string, string];
      if (mode !== 'float' && mode !== 'fixed')
        throw new WrongArguments(`A fee is of float or fixed orders, not of "${mode}".`);
      const catalogue = await loadCatalogue(database);
      const scope: FeeScope = {
        mode: mode satisfies Mode,
        account: options.account ?? null,
        pair: pairOf(catalogue, options.from, options.to),
        fromUsdt: readUsdt(options.usdt),
      };
      const feePpm = readPpm('fee', fee, HIGHEST_FEE_PPM);
      const subject = feeName(scope);
      const changes = await act(database, async (client) => {
        const made = await setFee(client, scope, feePpm);
        return { act: 'fee set', subject, changes: made, result: made };
      }).catch(inWords(wordsFor(scope)));
      console.log(`${subject}: ${changesText(changes)}. Orders placed before keep their fee.`);
    }),
};

export const feeRemove: Command = {
  name: 'fee remove',
  usage: 'ID',
  summary: 'Take a fee away that `fee list` shows: what would count without it counts again',
  run: (args, env) =>
    withStore(env, async (database) => {
      const { words } = readArguments(args, { words: ['ID'], options: [] });
      const id = readWhole('ID', words[0] as string);
      await act(database, async (client) => {
        const changes = await removeFee(client, id);
        return { act: 'fee remove', subject: `fee ${id}`, changes, result: undefined };
      }).catch(inWords({ [MESSAGE.feeNotFound]: `There is no fee ${id}. See: npx swapdesk fee list` }));
      console.log(`Removed fee ${id}. Orders placed before keep their fee.`);
    }),
};

function wordsFor({ mode, account }: FeeScope) {
  return {
    [MESSAGE.accountNotFound]: `There is no account ${account}. See: npx swapdesk account list`,
    [MESSAGE.nothingToChange]: 'Nothing to change: that is its fee already.',
    [MESSAGE.feeNotLower]:
      'The fee of larger amounts must be below that of smaller ones, so that whoever sends more never gets less. See: npx swapdesk fee list',
    [MESSAGE.feeForAll]:
      account === null
        ? `Say a pair (--from, --to) or an amount (--usdt). The fee of everything: npx swapdesk setting set ${mode}_fee_ppm`
        : `Say a pair (--from, --to) or an amount (--usdt). The fee of the account: npx swapdesk account set ${account} --${mode}-fee`,
  };
}

function pairOf(catalogue: Catalogue, from: string | undefined, to: string | undefined): FeeScope['pair'] {
  if (from === undefined && to === undefined) return null;
  if (from === undefined || to === undefined) throw new WrongArguments('A pair is both: --from and --to.');
  return { from: assetOf(catalogue, from), to: assetOf(catalogue, to) };
}

function assetOf(catalogue: Catalogue, name: string): Asset {
  const [chain = '', abbr = ''] = name.split('/');
  const asset = catalogue.find(chain, abbr);
  if (asset === undefined)
    throw new UsageError(`There is no ${name}. Write it as Ethereum/USDT. See: npx swapdesk asset list`);
  return asset;
}

function readUsdt(value: string | undefined): number {
  if (value === undefined) return 0;
  const usdt = readWhole('--usdt', value);
  if (usdt < 1) throw new WrongArguments(`--usdt takes a whole number above 0, not "${value}".`);
  return usdt;
}

function assetName({ chain, abbr }: Asset): string {
  return `${chain.name}/${abbr}`;
}

function cells({ id, mode, account, pair, fromUsdt, feePpm }: NamedFeeRule, catalogue: Catalogue): string[] {
  const name = (assetId: number | undefined) =>
    assetId === undefined ? 'any' : assetName(catalogue.get(assetId));
  return [
    String(id),
    mode,
    account ?? 'all',
    name(pair?.from),
    name(pair?.to),
    fromUsdt === 0 ? 'any' : String(fromUsdt),
    feeText(feePpm),
  ];
}
