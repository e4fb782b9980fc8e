import type { Asset } from '../catalog/catalogue.ts';
import { loadCatalogue } from '../catalog/load-catalogue.ts';
import { clearHalt, type Halt, loadHalts } from '../engine/books/halts.ts';
import { fromUnits } from '../money/units.ts';
import { act } from './act.ts';
import { readArguments } from './arguments.ts';
import { type Command, UsageError, withStore } from './command.ts';
import { table } from './table.ts';
import { timeText } from './time-text.ts';

export const haltList: Command = {
  name: 'halt list',
  usage: '',
  summary: 'Show assets in which nothing is paid out, because ledger and wallet differ',
  run: (args, env) =>
    withStore(env, async (database) => {
      readArguments(args, { words: [], options: [] });
      const catalogue = await loadCatalogue(database);
      const halts = await loadHalts(database);
      if (halts.length === 0) return console.log('Nothing is halted.');
      const head = ['chain', 'coin', 'ledger', 'wallet', 'difference', 'since'];
      console.log(
        table(
          head,
          halts.map((halt) => cells(catalogue.get(halt.assetId), halt)),
        ),
      );
    }),
};

export const haltClear: Command = {
  name: 'halt clear',
  usage: 'CHAIN COIN',
  summary: 'Pay out in an asset again. If ledger and wallet still differ, the next block halts it again',
  run: (args, env) =>
    withStore(env, async (database) => {
      const { words } = readArguments(args, { words: ['CHAIN', 'COIN'], options: [] });
      const asset = (await loadCatalogue(database)).find(words[0] as string, words[1] as string);
      if (asset === undefined)
        throw new UsageError(`There is no ${words.join(' ')}. See: npx swapdesk asset list`);
      const name = `${asset.chain.name} ${asset.abbr}`;
      const halt = await act(database, async (client) => {
        const result = await clearHalt(client, asset.id);
        if (result === null) throw new UsageError(`${name} is not halted. See: npx swapdesk halt list`);
        const changes = [{ what: 'halt', before: 'halted', after: null }];
        return { act: 'halt clear', subject: name, changes, result };
      });
      const [, , ledger, wallet, , since] = cells(asset, halt);
      console.log(
        `Cleared ${name}, halted since ${since}: the ledger said ${ledger}, the wallet ${wallet}. Payouts go on; ` +
          'if they still differ, the next block halts it again.',
      );
    }),
};

function cells(asset: Asset, { ledgerUnits, walletUnits, since }: Halt): string[] {
  const amount = (units: bigint) => fromUnits(units, asset.decimals);
  return [
    asset.chain.name,
    asset.abbr,
    amount(ledgerUnits),
    amount(walletUnits),
    amount(walletUnits - ledgerUnits),
    timeText(since),
  ];
}
