import { readAudit } from '../operators/audit.ts';
import { readArguments, readWhole } from './arguments.ts';
import { type Command, UsageError, withStore } from './command.ts';
import { table } from './table.ts';
import { timeText } from './time-text.ts';

const DEFAULT_ENTRIES = '50';
const MOST_ENTRIES = 10_000;

export const auditList: Command = {
  name: 'audit list',
  usage: '[--actor NAME] [--act ACT] [--subject S] [--last 50]',
  summary: 'Show who did what and when, newest first: in the console and on the command line',
  run: (args, env) =>
    withStore(env, async (database) => {
      const { options } = readArguments(args, { words: [], options: ['actor', 'act', 'subject', 'last'] });
      const { actor, act, subject, last = DEFAULT_ENTRIES } = options;
      const most = readWhole('--last', last);
      if (most < 1 || most > MOST_ENTRIES) throw new UsageError(`--last takes 1 to ${MOST_ENTRIES}.`);
      const entries = await readAudit(database, { actor, act, subject }, most);
      const cells = entries.map((entry) => [
        timeText(entry.at),
        entry.actor,
        entry.address === '' ? entry.via : entry.address,
        entry.act,
        entry.subject,
        entry.changes
          .map(({ what, before, after }) => `${what}: ${before ?? '-'} → ${after ?? '-'}`)
          .join('; '),
      ]);
      console.log(table(['when', 'who', 'from', 'act', 'on', 'changes'], cells));
    }),
};
