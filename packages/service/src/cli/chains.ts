import { MESSAGE } from '@swapdesk/contract';
import { changeConfirmations } from '../catalog/change-chain.ts';
import { act, inWords } from './act.ts';
import { readArguments, readWhole } from './arguments.ts';
import { type Command, UsageError, withStore } from './command.ts';
import { table } from './table.ts';

export const chainList: Command = {
  name: 'chain list',
  usage: '',
  summary: 'Show all chains and their confirmations',
  run: (args, env) =>
    withStore(env, async (database) => {
      readArguments(args, { words: [], options: [] });
      const { rows } = await database.query<{ name: string; native_abbr: string; confirmations: number }>(
        'SELECT name, native_abbr, confirmations FROM chain ORDER BY id',
      );
      const cells = rows.map(({ name, native_abbr, confirmations }) => [
        name,
        native_abbr,
        String(confirmations),
      ]);
      console.log(table(['chain', 'coin', 'confirmations'], cells));
    }),
};

export const chainSet: Command = {
  name: 'chain set',
  usage: 'CHAIN --confirmations N',
  summary: 'Change how many confirmations a deposit needs, on every node within a second',
  run: (args, env) =>
    withStore(env, async (database) => {
      const { words, options } = readArguments(args, { words: ['CHAIN'], options: ['confirmations'] });
      const confirmations = readWhole('--confirmations', options.confirmations ?? '');
      if (confirmations < 1 || confirmations > 10_000)
        throw new UsageError('--confirmations takes 1 to 10000.');
      const name = words[0] as string;
      const noSuch = { [MESSAGE.chainNotFound]: `There is no chain ${name}. See: npx swapdesk chain list` };
      await act(database, async (client) => {
        const changes = await changeConfirmations(client, name, confirmations);
        return { act: 'chain set', subject: name, changes, result: undefined };
      }).catch(inWords(noSuch));
      console.log(`Changed ${name}.`);
    }),
};
