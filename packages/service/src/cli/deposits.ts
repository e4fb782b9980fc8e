import { MESSAGE } from '@swapdesk/contract';
import { listQuarantined, releaseDeposit } from '../acts/release-deposit.ts';
import { returnDeposit } from '../acts/return-deposit.ts';
import { loadCatalogue } from '../catalog/load-catalogue.ts';
import { readConfig } from '../config.ts';
import { fromUnits } from '../money/units.ts';
import { adaptation } from '../networks/all-chains.ts';
import { openDeposits } from '../observe/queue.ts';
import { act, inWords } from './act.ts';
import { readArguments, readWhole } from './arguments.ts';
import { ask } from './ask.ts';
import { type Command, WrongArguments, withStore } from './command.ts';
import { table } from './table.ts';
import { timeText } from './time-text.ts';

export const depositList: Command = {
  name: 'deposit list',
  usage: '',
  summary: 'Show what came and counts for no order, and waits for somebody to say what should become of it',
  run: (args, env) =>
    withStore(env, async (database) => {
      readArguments(args, { words: [], options: [] });
      const catalogue = adaptation(readConfig(env).chains)(await loadCatalogue(database));
      const open = await openDeposits(database);
      if (open.length === 0) return console.log('Nothing waits.');
      const rows = open.map(({ id, kind, no, asset_id, units, since, txid, detail }) => {
        const { chain, abbr, decimals } = catalogue.get(asset_id);
        const amount = `${fromUnits(BigInt(units), decimals)} ${abbr} (${chain.name})`;
        return [String(id), amount, no ?? '-', [kind, detail].join(' ').trim(), timeText(since), txid];
      });
      console.log(table(['id', 'amount', 'order', 'what', 'since', 'txid'], rows));
      console.log(
        '\nGive back what no order has: npx swapdesk deposit return ID --to ADDRESS. The rest: in the console, "To decide"; ' +
          'surplus its payer can have back on the page of the order.',
      );
    }),
};

export const depositQuarantine: Command = {
  name: 'deposit quarantine',
  usage: '',
  summary: 'Show what screening stopped: it is kept apart, neither spent nor swept',
  run: (args, env) =>
    withStore(env, async (database) => {
      readArguments(args, { words: [], options: [] });
      const catalogue = adaptation(readConfig(env).chains)(await loadCatalogue(database));
      const kept = await listQuarantined(database);
      if (kept.length === 0) return console.log('Nothing is kept apart.');
      const rows = kept.map(({ id, no, assetId, units, since, txid }) => {
        const { chain, abbr, decimals } = catalogue.get(assetId);
        const amount = `${fromUnits(BigInt(units), decimals)} ${abbr} (${chain.name})`;
        return [String(id), amount, no ?? '-', timeText(since), txid];
      });
      console.log(table(['id', 'amount', 'order', 'since', 'txid'], rows));
    }),
};

export const depositRelease: Command = {
  name: 'deposit release',
  usage: 'DEPOSIT --why TEXT',
  summary: 'Let what screening stopped be spent and swept like everything else. You answer for it',
  async run(args, env) {
    const { words, options } = readArguments(args, { words: ['DEPOSIT'], options: ['why'] });
    if (!options.why?.trim()) throw new WrongArguments('Why? Add --why TEXT: it is written down.');
    const id = readWhole('DEPOSIT', words[0] as string);
    const why = options.why.trim();
    const noSuch = `Deposit ${id} is not kept apart. See: npx swapdesk deposit quarantine`;
    await withStore(env, async (database) => {
      await act(database, (client) => releaseDeposit(client, id, why)).catch(
        inWords({ [MESSAGE.nothingToChange]: noSuch }),
      );
      console.log(`Deposit ${id} is like any other now.`);
    });
  },
};

export const depositReturn: Command = {
  name: 'deposit return',
  usage: 'DEPOSIT --to ADDRESS [--why TEXT]',
  summary: 'Propose to give to an address what came to an address of ours that no order has',
  async run(args, env) {
    const { words, options } = readArguments(args, { words: ['DEPOSIT'], options: ['to', 'why'] });
    if (options.to === undefined) throw new WrongArguments('Where to? Add --to ADDRESS.');
    const deposit = String(readWhole('DEPOSIT', words[0] as string));
    const wish = { deposit, address: options.to, why: options.why?.trim() ?? '' };
    await withStore(env, (database) => ask(database, env, returnDeposit, wish));
  },
};
