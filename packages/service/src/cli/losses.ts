import { loadCatalogue } from '../catalog/load-catalogue.ts';
import { acknowledgeLosses, loadLosses } from '../engine/follow/losses.ts';
import { fromUnits } from '../money/units.ts';
import { act } from './act.ts';
import { readArguments } from './arguments.ts';
import { type Command, UsageError, withStore } from './command.ts';
import { table } from './table.ts';
import { timeText } from './time-text.ts';

export const lossList: Command = {
  name: 'loss list',
  usage: '',
  summary: 'Show deposits that a reorganisation took back after they had been exchanged or given back',
  run: (args, env) =>
    withStore(env, async (database) => {
      readArguments(args, { words: [], options: [] });
      const catalogue = await loadCatalogue(database);
      const losses = await loadLosses(database);
      if (losses.length === 0) return console.log('Nothing was lost.');
      const rows = losses.map(({ no, assetId, units, at, acknowledgedAt }) => {
        const { chain, abbr, decimals } = catalogue.get(assetId);
        const seen = acknowledgedAt === 0 ? 'no' : timeText(acknowledgedAt);
        return [no, chain.name, abbr, fromUnits(units, decimals), timeText(at), seen];
      });
      console.log(table(['order', 'chain', 'coin', 'amount', 'since', 'acknowledged'], rows));
    }),
};

export const lossAcknowledge: Command = {
  name: 'loss acknowledge',
  usage: 'ORDER',
  summary:
    'End the alarm about what an order lost. The books keep it, and it ends by itself if the deposit comes back',
  run: (args, env) =>
    withStore(env, async (database) => {
      const { words } = readArguments(args, { words: ['ORDER'], options: [] });
      const no = (words[0] as string).trim().toUpperCase();
      const seen = await act(database, async (client, now) => {
        const result = await acknowledgeLosses(client, no, now);
        if (result.length === 0)
          throw new UsageError(`Order ${no} has no loss that waits. See: npx swapdesk loss list`);
        const changes = [{ what: 'loss', before: 'alarm', after: 'acknowledged' }];
        return { act: 'loss acknowledge', subject: no, changes, result };
      });
      console.log(`Acknowledged: ${seen.length === 1 ? 'a loss' : `${seen.length} losses`} of order ${no}.`);
    }),
};
