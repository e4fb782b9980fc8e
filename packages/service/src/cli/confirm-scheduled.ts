import { confirmScheduled, listScheduled } from '../acts/confirm-scheduled.ts';
import { systemClock } from '../clock.ts';
import { whoeverTypes } from './act.ts';
import { actContext } from './act-context.ts';
import { readArguments, readWhole } from './arguments.ts';
import { type Command, withStore } from './command.ts';
import { table } from './table.ts';

export const affiliateConfirm: Command = {
  name: 'affiliate confirm',
  usage: '[--these ID,ID,…]',
  summary:
    'Show what the schedule has proposed to pay to affiliates, or confirm what you have looked at of it, where no operator can at the console',
  run: (args, env) =>
    withStore(env, async (database) => {
      const { options } = readArguments(args, { words: [], options: ['these'] });
      const context = await actContext(database, env);
      if (options.these === undefined) {
        const open = await listScheduled(database, context.market.catalogue);
        if (open.length === 0) return console.log('The schedule has proposed nothing that waits.');
        const cells = open.map(({ proposal, account, usdt, paid, address }) => [
          ...[String(proposal), account, usdt],
          ...[`${paid.amount} ${paid.abbr} on ${paid.chain}`, address],
        ]);
        console.log(table(['id', 'account', 'due in USDT', 'is paid', 'to'], cells));
        const ids = open.map(({ proposal }) => proposal).join(',');
        return console.log(`All of it: npx swapdesk affiliate confirm --these ${ids}`);
      }
      const seen = options.these.split(',').map((id) => readWhole('--these', id.trim()));
      const decider = { ...whoeverTypes(), role: null };
      const done = await confirmScheduled(database, seen, decider, context, context.waitS, systemClock());
      if (done.length === 0) return console.log('The schedule has proposed none of these.');
      const cells = done.map(({ proposal, account, whyNot }) => [
        ...[String(proposal), account],
        whyNot ?? 'confirmed: it is paid within minutes',
      ]);
      console.log(table(['id', 'account', 'what became of it'], cells));
    }),
};
