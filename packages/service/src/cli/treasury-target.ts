import { MESSAGE } from '@swapdesk/contract';
import { changeAsset } from '../catalog/change-asset.ts';
import { loadCatalogue } from '../catalog/load-catalogue.ts';
import { Refusal } from '../refusal.ts';
import { act, inWords } from './act.ts';
import { readAmount, readArguments } from './arguments.ts';
import { changesText } from './changes-text.ts';
import { type Command, UsageError, WrongArguments, withStore } from './command.ts';

export const treasuryTarget: Command = {
  name: 'treasury target',
  usage: 'CHAIN COIN [--target N|off] [--hot-limit N|off]',
  summary:
    "Say how much should be free in a treasury, and beyond how much it goes to the cold address of the signer's file",
  run: (args, env) =>
    withStore(env, async (database) => {
      const { words, options } = readArguments(args, {
        words: ['CHAIN', 'COIN'],
        options: ['target', 'hot-limit'],
      });
      const asset = (await loadCatalogue(database)).find(words[0] as string, words[1] as string);
      if (asset === undefined)
        throw new UsageError(`There is no ${words.join(' ')}. See: npx swapdesk asset list`);
      const amount = (name: 'target' | 'hot-limit') => {
        const value = options[name];
        if (value === undefined) return undefined;
        return value === 'off' ? 0n : readAmount(name, value, asset.decimals);
      };
      const change = { targetUnits: amount('target'), hotLimitUnits: amount('hot-limit') };
      if (change.targetUnits === undefined && change.hotLimitUnits === undefined)
        throw new WrongArguments('Nothing to change: add --target, --hot-limit or both.');
      const name = `${asset.chain.name} ${asset.abbr}`;
      const changes = await act(database, async (client) => {
        const made = await changeAsset(client, asset.id, change);
        return { act: 'treasury target', subject: name, changes: made, result: made };
      }).catch((error) => {
        // Saying twice what is so is no mistake.
        if (error instanceof Refusal && error.reply === MESSAGE.nothingToChange) return null;
        return inWords()(error);
      });
      console.log(
        changes === null ? `Nothing to change: ${name} is so already.` : `${name}: ${changesText(changes)}.`,
      );
    }),
};
