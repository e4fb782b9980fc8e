import { resolve } from 'node:path';
import { type ArchivedFile, archivedFiles, wrongWith } from '../growth/archived-files.ts';
import { findArchived } from '../growth/find-archived.ts';
import { readArguments } from './arguments.ts';
import { type Command, withStore } from './command.ts';
import { find } from './orders.ts';
import { table } from './table.ts';
import { timeText } from './time-text.ts';

const folderOf = (said: string | undefined) => (said === undefined ? null : resolve(said));

export const archiveShow: Command = {
  name: 'archive show',
  usage: '[--check] [--from FOLDER]',
  summary:
    'List what was archived, and where it is. --check reads every file and says whether it is what left the store; exit code 0: all are. --from: where the files are now',
  run: (args, env) =>
    withStore(env, async (database) => {
      const { options, flags } = readArguments(args, { words: [], options: ['from'], flags: ['check'] });
      const files = await archivedFiles(database, folderOf(options.from));
      if (files.length === 0) return console.log('Nothing was archived.');
      console.log(table(['of', 'up to', 'rows', 'from', 'until', 'file'], files.map(shown)));
      if (flags.check !== true) return;
      let wrong = 0;
      for (const file of files) {
        const why = await wrongWith(file);
        if (why === null) continue;
        wrong++;
        console.log(`WRONG  ${file.path} ${why}.`);
      }
      console.log(
        wrong === 0 ? 'All of them are what left the store.' : `${wrong} of ${files.length} are not.`,
      );
      if (wrong > 0) process.exitCode = 1;
    }),
};

function shown({ name, beyond, rows, from_at, until_at, path }: ArchivedFile): string[] {
  return [name, String(beyond), String(rows), timeText(from_at ?? 0), timeText(until_at ?? 0), path];
}

export const archiveFind: Command = {
  name: 'archive find',
  usage: 'ORDER [--from FOLDER]',
  summary:
    'Read what was archived of an order, by number or query code: lines of its log and of the ledger, as JSON',
  run: (args, env) =>
    withStore(env, async (database) => {
      const { words, options } = readArguments(args, { words: ['ORDER'], options: ['from'] });
      const { head } = await find(database, words[0] as string);
      const found = await findArchived(database, head, folderOf(options.from));
      if (found.length === 0)
        return console.log(`Nothing of ${head.no} was archived. See: npx swapdesk order show ${head.no}`);
      for (const { path, lines } of found) {
        console.error(path);
        console.log(lines.join('\n'));
      }
    }),
};
