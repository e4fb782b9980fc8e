import { settleCommissions } from '../acts/settle-commissions.ts';
import { listDue } from '../affiliates/due.ts';
import { formatFixed, parseFixed } from '../money/fixed.ts';
import { transaction } from '../store/transaction.ts';
import { inWords } from './act.ts';
import { actContext } from './act-context.ts';
import { readArguments } from './arguments.ts';
import { ask } from './ask.ts';
import { type Command, WrongArguments, withStore } from './command.ts';
import { effects } from './proposals.ts';
import { table } from './table.ts';

export const affiliateDue: Command = {
  name: 'affiliate due',
  usage: '[--account NAME]',
  summary: 'Show what commissions are due to affiliates, and what is on its way to them',
  run: (args, env) =>
    withStore(env, async (database) => {
      const { options } = readArguments(args, { words: [], options: ['account'] });
      const rows = await listDue(database, options.account ?? null);
      if (rows.length === 0) return console.log('Nothing is due.');
      const usdt = (text: string) => formatFixed(parseFixed(text));
      const cells = rows.map(({ account, orders, due, on_its_way }) => [
        ...[account, String(orders), usdt(due), usdt(on_its_way)],
      ]);
      console.log(table(['account', 'orders', 'due in USDT', 'on its way'], cells));
    }),
};

export const affiliateSettle: Command = {
  name: 'affiliate settle',
  usage: 'ACCOUNT [CHAIN COIN --to ADDRESS] [--why TEXT] [--dry-run]',
  summary:
    'Propose to pay an affiliate the commissions that are due, where they have named it unless you say where; --dry-run only shows what it would do',
  async run(args, env) {
    const { words, options, flags } = readArguments(args, {
      words: ['ACCOUNT', '[CHAIN]', '[COIN]'],
      options: ['to', 'why'],
      flags: ['dry-run'],
    });
    const [account = '', chain = '', coin = ''] = words;
    const { to = '', why = '' } = options;
    if ((chain === '') !== (to === '') || (coin === '') !== (to === ''))
      throw new WrongArguments('Where to? Add CHAIN COIN and --to ADDRESS, or none of these.');
    const wish = { account, chain, coin, address: to, why: why.trim() };
    await withStore(env, async (database) => {
      if (!flags['dry-run']) return ask(database, env, settleCommissions, wish);
      const context = await actContext(database, env);
      const { consequences } = await transaction(database, (client) =>
        settleCommissions.plan(client, wish, context),
      ).catch(inWords());
      console.log(`${effects('It would do this', consequences)}\nNothing was proposed.`);
    });
  },
};
