import { MESSAGE } from '@swapdesk/contract';
import { changeConfirmations } from '../catalog/change-chain.ts';
import { loadCatalogue } from '../catalog/load-catalogue.ts';
import { readConfig } from '../config.ts';
import { adaptation } from '../networks/all-chains.ts';
import { Refusal } from '../refusal.ts';
import { act, inWords } from './act.ts';
import { readArguments, readWhole } from './arguments.ts';
import { changesText } from './changes-text.ts';
import { type Command, UsageError, withStore } from './command.ts';
import { findChain } from './find-chain.ts';
import { table } from './table.ts';

export const chainList: Command = {
  name: 'chain list',
  usage: '',
  summary: 'Show all chains and their confirmations',
  run: (args, env) =>
    withStore(env, async (database) => {
      readArguments(args, { words: [], options: [] });
      const { chains, file } = readConfig(env);
      const { assets } = adaptation(chains)(await loadCatalogue(database));
      const all = [...new Map(assets.map(({ chain }) => [chain.id, chain])).values()];
      const cells = all.map(({ name, nativeAbbr, confirmations }) => {
        const isFollowed = chains === null || chains.chains.has(name);
        return [
          name,
          nativeAbbr,
          isFollowed ? String(confirmations) : '-',
          whence(chains === null ? null : file, isFollowed),
        ];
      });
      console.log(table(['chain', 'coin', 'confirmations', 'from'], cells));
    }),
};

/** Where it is said how many confirmations count. */
function whence(file: string | null, isFollowed: boolean): string {
  if (file === null) return 'the database (chain set)';
  return isFollowed ? file : 'not followed';
}

export const chainSet: Command = {
  name: 'chain set',
  usage: 'CHAIN --confirmations N',
  summary:
    'Change how many confirmations a deposit needs on a simulated network; real chains have it in the configuration',
  run: (args, env) =>
    withStore(env, async (database) => {
      const { words, options } = readArguments(args, { words: ['CHAIN'], options: ['confirmations'] });
      const confirmations = readWhole('--confirmations', options.confirmations ?? '');
      if (confirmations < 1 || confirmations > 10_000)
        throw new UsageError('--confirmations takes 1 to 10000.');
      const { name } = await findChain(database, words[0] as string);
      const { chains, file } = readConfig(env);
      if (chains !== null)
        throw new UsageError(
          `Real chains are followed as ${file} says, so this would change nothing: set chains.${name}.confirmations there and start the engines anew.`,
        );
      const same = `Nothing to change: ${name} needs ${confirmations} already.`;
      const changes = await act(database, async (client) => {
        const made = await changeConfirmations(client, name, confirmations);
        if (made.length === 0) throw new Refusal(MESSAGE.nothingToChange);
        return { act: 'chain set', subject: name, changes: made, result: made };
      }).catch(inWords({ [MESSAGE.nothingToChange]: same }));
      console.log(`${name}: ${changesText(changes)}. Engines read it when they start.`);
    }),
};
