import { confirmScheduled } from '../acts/schedule-settlements.ts';
import { systemClock } from '../clock.ts';
import { whoeverTypes } from './act.ts';
import { actContext } from './act-context.ts';
import { readArguments } from './arguments.ts';
import { type Command, withStore } from './command.ts';
import { table } from './table.ts';

export const affiliateConfirm: Command = {
  name: 'affiliate confirm',
  usage: '',
  summary:
    'Confirm all that the schedule has proposed to pay to affiliates, where no operator can at the console',
  run: (args, env) =>
    withStore(env, async (database) => {
      readArguments(args, { words: [], options: [] });
      const context = await actContext(database, env);
      const decider = { ...whoeverTypes(), role: null };
      const done = await confirmScheduled(database, decider, context, context.waitS, systemClock());
      if (done.length === 0) return console.log('The schedule has proposed nothing that waits.');
      const cells = done.map(({ account, whyNot }) => [
        account,
        whyNot ?? 'confirmed: it is paid within minutes',
      ]);
      console.log(table(['account', 'what became of it'], cells));
    }),
};
