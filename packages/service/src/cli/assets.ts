import { MESSAGE } from '@swapdesk/contract';
import { type Asset, Catalogue } from '../catalog/catalogue.ts';
import { type AssetChange, changeAsset } from '../catalog/change-asset.ts';
import { loadCatalogue } from '../catalog/load-catalogue.ts';
import { readConfig } from '../config.ts';
import { freeTreasury } from '../ledger/treasury.ts';
import { fromUnits } from '../money/units.ts';
import { adaptation } from '../networks/all-chains.ts';
import { Refusal } from '../refusal.ts';
import { feeText, readFee } from './accounts.ts';
import { act, inWords } from './act.ts';
import { readAmount, readArguments, readSwitch } from './arguments.ts';
import { changesText } from './changes-text.ts';
import { type Command, UsageError, withStore } from './command.ts';
import { table } from './table.ts';

export const assetList: Command = {
  name: 'asset list',
  usage: '',
  summary: 'Show all assets: switches, limits, treasury, fees',
  run: (args, env) =>
    withStore(env, async (database) => {
      readArguments(args, { words: [], options: [] });
      // As they are on the networks that are configured. What is free is the ledger's word, as soon as it has one.
      const listed = adaptation(readConfig(env).chains)(await loadCatalogue(database));
      const { assets } = listed.withTreasury({ free: await freeTreasury(database) });
      const head = [
        'chain',
        'coin',
        'send',
        'receive',
        'min',
        'max',
        'treasury',
        'target',
        'float fee',
        'fixed fee',
      ];
      console.log(table(head, assets.map(cells)));
    }),
};

const OPTIONS = ['send', 'receive', 'min', 'max', 'treasury', 'target', 'float-fee', 'fixed-fee'] as const;

export const assetSet: Command = {
  name: 'asset set',
  usage:
    'CHAIN COIN [--send on|off] [--receive on|off] [--min N] [--max N] [--treasury N] [--target N] [--float-fee P] [--fixed-fee P]',
  summary: 'Change an asset, on every node within a second. Orders placed before keep their terms',
  run: (args, env) =>
    withStore(env, async (database) => {
      const { words, options } = readArguments(args, { words: ['CHAIN', 'COIN'], options: OPTIONS });
      const asset = (await loadCatalogue(database)).find(words[0] as string, words[1] as string);
      if (asset === undefined)
        throw new UsageError(`There is no ${words.join(' ')}. See: npx swapdesk asset list`);
      if (Object.keys(options).length === 0)
        throw new UsageError('Nothing to change. See: npx swapdesk asset set --help');
      const change = changeFrom(asset, options);
      const name = `${asset.chain.name} ${asset.abbr}`;
      const { chains, file } = readConfig(env);
      if (chains !== null && options.treasury !== undefined)
        throw new UsageError(
          'The treasury is what lies on the chain: send to it. --treasury is for new simulated networks.',
        );
      if (adaptation(chains)(new Catalogue([asset])).get(asset.id).isAbsent)
        throw new UsageError(
          `${name} is not traded here: ${file} does not follow it, so this would change nothing.`,
        );
      const same = `Nothing to change: ${name} is so already.`;
      const changes = await act(database, async (client) => {
        const made = await changeAsset(client, asset.id, change);
        return { act: 'asset set', subject: name, changes: made, result: made };
      }).catch((error) => {
        // Saying twice what is so is no mistake.
        if (error instanceof Refusal && error.reply === MESSAGE.nothingToChange) return null;
        return inWords({ [MESSAGE.limitsCross]: crossing(asset, change) })(error);
      });
      console.log(changes === null ? same : `${name}: ${changesText(changes)}.`);
    }),
};

type Options = Partial<Record<(typeof OPTIONS)[number], string>>;

function changeFrom({ decimals }: Asset, options: Options): AssetChange {
  const onOff = (name: 'send' | 'receive') => {
    const value = options[name];
    return value === undefined ? undefined : readSwitch(name, value);
  };
  const amount = (name: 'min' | 'max' | 'treasury' | 'target') => {
    const value = options[name];
    return value === undefined ? undefined : readAmount(name, value, decimals);
  };
  return {
    canSend: onOff('send'),
    canReceive: onOff('receive'),
    minUnits: amount('min'),
    maxUnits: amount('max'),
    treasuryUnits: amount('treasury'),
    targetUnits: amount('target'),
    feePpm: {
      float: readFee('float-fee', options['float-fee']),
      fixed: readFee('fixed-fee', options['fixed-fee']),
    },
  };
}

/** What is wrong with limits that make no sense. */
function crossing({ decimals, minUnits, maxUnits }: Asset, change: AssetChange): string {
  const min = change.minUnits ?? minUnits;
  if (min === 0n) return '--min must be above 0.';
  const max = change.maxUnits ?? maxUnits;
  return `--min ${fromUnits(min, decimals)} is above the maximum ${fromUnits(max, decimals)}.`;
}

function cells(asset: Asset): string[] {
  const amount = (units: bigint) => fromUnits(units, asset.decimals);
  return [
    asset.chain.name,
    asset.abbr,
    asset.canSend ? 'on' : 'off',
    asset.canReceive ? 'on' : 'off',
    amount(asset.minUnits),
    amount(asset.maxUnits),
    amount(asset.treasuryUnits),
    asset.targetUnits === undefined ? '-' : amount(asset.targetUnits),
    feeText(asset.feePpm.float),
    feeText(asset.feePpm.fixed),
  ];
}
