import { MESSAGE } from '@swapdesk/contract';
import { haltAsset } from '../acts/halt-asset.ts';
import type { Asset, Catalogue } from '../catalog/catalogue.ts';
import { loadCatalogue } from '../catalog/load-catalogue.ts';
import type { Chain } from '../chains/chain.ts';
import { clearHalt, type Halt, loadHalts } from '../engine/books/halts.ts';
import { obstaclesTo } from '../engine/books/obstacles.ts';
import { openUnknown } from '../engine/payments/unknown-spends.ts';
import { fromUnits } from '../money/units.ts';
import type { Queryable } from '../store/database.ts';
import { act, unless, whoeverTypes } from './act.ts';
import { readArguments } from './arguments.ts';
import { type Command, UsageError, WrongArguments, withStore } from './command.ts';
import { table } from './table.ts';
import { timeText } from './time-text.ts';
import { findAssets, type Surroundings, withChains } from './with-chains.ts';

export const haltList: Command = {
  name: 'halt list',
  usage: '',
  summary:
    'Show assets in which nothing is paid out, why, and what was spent by transactions that nobody knows',
  run: (args, env) =>
    withStore(env, async (database) => {
      readArguments(args, { words: [], options: [] });
      const catalogue = await loadCatalogue(database);
      const halts = await loadHalts(database);
      const unknown = await unknownSpends(database, catalogue);
      if (halts.length === 0 && unknown.length === 0) return console.log('Nothing is halted.');
      const head = ['chain', 'coin', 'ledger', 'wallet', 'difference', 'since', 'why'];
      console.log(
        table(
          head,
          halts.map((halt) => cells(catalogue.get(halt.assetId), halt)),
        ),
      );
      if (unknown.length === 0)
        return console.log(
          '\nWhat would settle each, or to pay out again: npx swapdesk halt clear CHAIN COIN',
        );
      console.log(
        '\nUsed up by transactions that the store does not know: nothing is signed on these chains',
      );
      console.log(table(['chain', 'what', 'block', 'transaction'], unknown));
      console.log('What to do about each: npx swapdesk halt clear CHAIN COIN');
    }),
};

export const haltSet: Command = {
  name: 'halt set',
  usage: 'CHAIN [COIN] --why TEXT',
  summary: 'Pay nothing out in an asset, or in all of a chain, until it is cleared. Orders in it wait',
  async run(args, env) {
    const { words, options } = readArguments(args, { words: ['CHAIN', '[COIN]'], options: ['why'] });
    const why = options.why?.trim() ?? '';
    if (why === '') throw new WrongArguments('Say why, for whoever looks at it later: --why TEXT.');
    await withChains(env, async (surroundings) => {
      const { assets } = findAssets(surroundings, words[0] as string, words[1]);
      for (const asset of assets.filter(({ isAbsent }) => !isAbsent)) {
        const name = `${asset.chain.name} ${asset.abbr}`;
        const isNew = await act(surroundings.database, (client, now) =>
          haltAsset(client, asset, why, whoeverTypes(), now),
        )
          .then(() => true)
          .catch(unless(MESSAGE.alreadyHalted));
        console.log(
          isNew === true
            ? `Halted ${name}: nothing is paid out in it. Go on with: npx swapdesk halt clear ${name}`
            : `${name} was halted already. See: npx swapdesk halt list`,
        );
      }
    });
  },
};

export const haltClear: Command = {
  name: 'halt clear',
  usage: 'CHAIN [COIN]',
  summary:
    'Pay out in an asset again, or in all of a chain, if ledger and wallet agree; else say what differs and what would settle it',
  async run(args, env) {
    const { words } = readArguments(args, { words: ['CHAIN', '[COIN]'], options: [] });
    await withChains(env, async (surroundings) => {
      const { chain, assets } = findAssets(surroundings, words[0] as string, words[1]);
      const halts = await loadHalts(surroundings.database);
      const halted = assets.filter(({ id }) => halts.some(({ assetId }) => assetId === id));
      if (halted.length === 0)
        throw new UsageError(`${words.join(' ')} is not halted. See: npx swapdesk halt list`);
      for (const asset of halted) await clear(surroundings, chain, asset);
    });
  },
};

async function clear({ database, catalogue }: Surroundings, chain: Chain, asset: Asset): Promise<void> {
  const name = `${asset.chain.name} ${asset.abbr}`;
  const obstacles = await obstaclesTo(database, chain, catalogue, asset);
  if (obstacles.length > 0) {
    const lines = obstacles.map(({ what, advice }) => `- ${what}.\n  ${advice}`);
    throw new UsageError(`${name} stays halted:\n${lines.join('\n')}`);
  }
  const halt = await act(database, async (client) => {
    const result = await clearHalt(client, asset.id);
    const changes = [{ what: 'halt', before: 'halted', after: null }];
    return { act: 'halt clear', subject: name, changes, result };
  });
  const since = halt === null ? '' : `, halted since ${timeText(halt.since)}`;
  console.log(`Cleared ${name}${since}: ledger and wallet agree now. Payouts go on.`);
}

async function unknownSpends(client: Queryable, catalogue: Catalogue): Promise<string[][]> {
  const chains = new Map(catalogue.assets.map(({ chain }) => [chain.id, chain.name]));
  const rows: string[][] = [];
  for (const [id, name] of chains) {
    for (const { spend, txid, height } of await openUnknown(client, id))
      rows.push([name, spend, String(height ?? '-'), txid ?? 'unknown']);
  }
  return rows;
}

function cells(asset: Asset, { ledgerUnits, walletUnits, since, reason, cause, wanted }: Halt): string[] {
  const amount = (units: bigint) => fromUnits(units, asset.decimals);
  return [
    asset.chain.name,
    asset.abbr,
    amount(ledgerUnits),
    amount(walletUnits),
    amount(walletUnits - ledgerUnits),
    timeText(since),
    `${cause === '' ? WHY[reason] : cause}${wanted === null ? '' : ` (wanted by ${wanted.by || 'somebody'} at ${timeText(wanted.at)})`}`,
  ];
}

const WHY: Record<Halt['reason'], string> = {
  books: 'ledger and wallet differ',
  'unknown spend': 'something was spent by a transaction that the store does not know',
  operator: 'an operator wanted it',
};
