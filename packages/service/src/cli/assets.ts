import type { Asset } from '../catalog/catalogue.ts';
import { loadCatalogue } from '../catalog/load-catalogue.ts';
import { freeTreasury } from '../ledger/treasury.ts';
import { fromUnits } from '../money/units.ts';
import { feeText, readFee } from './accounts.ts';
import { readAmount, readArguments, readSwitch } from './arguments.ts';
import { type Command, UsageError, withStore } from './command.ts';
import { table } from './table.ts';

export const assetList: Command = {
  name: 'asset list',
  usage: '',
  summary: 'Show all assets: switches, limits, treasury, fees',
  run: (args, env) =>
    withStore(env, async (database) => {
      readArguments(args, { words: [], options: [] });
      // What is free is the ledger's word, as soon as it has one.
      const { assets } = (await loadCatalogue(database)).withTreasury(await freeTreasury(database));
      const head = ['chain', 'coin', 'send', 'receive', 'min', 'max', 'treasury', 'float fee', 'fixed fee'];
      console.log(table(head, assets.map(cells)));
    }),
};

const OPTIONS = ['send', 'receive', 'min', 'max', 'treasury', 'float-fee', 'fixed-fee'] as const;

export const assetSet: Command = {
  name: 'asset set',
  usage:
    'CHAIN COIN [--send on|off] [--receive on|off] [--min N] [--max N] [--treasury N] [--float-fee P] [--fixed-fee P]',
  summary: 'Change an asset, on every node within a second. Orders placed before keep their terms',
  run: (args, env) =>
    withStore(env, async (database) => {
      const { words, options } = readArguments(args, { words: ['CHAIN', 'COIN'], options: OPTIONS });
      const asset = (await loadCatalogue(database)).find(words[0] as string, words[1] as string);
      if (asset === undefined)
        throw new UsageError(`There is no ${words.join(' ')}. See: npx swapdesk asset list`);
      const changes = changesOf(asset, options);
      if (changes.length === 0) throw new UsageError('Nothing to change. See: npx swapdesk asset set --help');
      const sets = changes.map(([column], n) => `${column} = $${n + 2}`).join(', ');
      await database.query(`UPDATE asset SET ${sets} WHERE id = $1`, [
        asset.id,
        ...changes.map(([, value]) => value),
      ]);
      console.log(`Changed ${asset.chain.name} ${asset.abbr}.`);
    }),
};

type Options = Partial<Record<(typeof OPTIONS)[number], string>>;

/** Columns and their new values. The columns are names of ours, never input. */
function changesOf({ decimals, minUnits, maxUnits }: Asset, options: Options): [string, unknown][] {
  const changes: [string, unknown][] = [];
  if (options.send !== undefined) changes.push(['can_send', readSwitch('send', options.send)]);
  if (options.receive !== undefined) changes.push(['can_receive', readSwitch('receive', options.receive)]);
  for (const name of ['min', 'max', 'treasury'] as const) {
    const value = options[name];
    if (value !== undefined) changes.push([`${name}_units`, readAmount(name, value, decimals)]);
  }
  for (const name of ['float-fee', 'fixed-fee'] as const) {
    const fee = readFee(name, options[name]);
    if (fee !== undefined) changes.push([`${name.replace('-', '_')}_ppm`, fee]);
  }
  const after = new Map(changes);
  const min = (after.get('min_units') as bigint | undefined) ?? minUnits;
  const max = (after.get('max_units') as bigint | undefined) ?? maxUnits;
  if (min === 0n) throw new UsageError('--min must be above 0.');
  if (min > max)
    throw new UsageError(
      `--min ${fromUnits(min, decimals)} is above the maximum ${fromUnits(max, decimals)}.`,
    );
  return changes;
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
    feeText(asset.feePpm.float),
    feeText(asset.feePpm.fixed),
  ];
}
