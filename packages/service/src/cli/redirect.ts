import { redirectPayout } from '../acts/redirect-payout.ts';
import { refundEntry } from '../acts/refund-entry.ts';
import type { Database } from '../store/database.ts';
import { readArguments, readWhole } from './arguments.ts';
import { ask } from './ask.ts';
import { type Command, UsageError, WrongArguments, withStore } from './command.ts';
import { find } from './orders.ts';

export const orderRedirect: Command = {
  name: 'order redirect',
  usage: 'ORDER PAYOUT --to ADDRESS [--why TEXT]',
  summary: 'Propose that an output or refund which cannot be paid goes to another address of the same asset',
  run: (args, env) =>
    withStore(env, async (database) => {
      const { words, options } = readArguments(args, { words: ['ORDER', 'PAYOUT'], options: ['to', 'why'] });
      if (options.to === undefined) throw new WrongArguments('Where to? Add --to ADDRESS.');
      const payout = await payoutOf(database, words[0] as string, words[1] as string);
      await ask(database, env, redirectPayout, {
        payout,
        address: options.to,
        why: options.why?.trim() ?? '',
      });
    }),
};

export const orderRefundEntry: Command = {
  name: 'order refund-entry',
  usage: 'ORDER PAYOUT [--refund-address ADDRESS] [--why TEXT]',
  summary: 'Propose that an output which cannot be paid is not made: its part of what was sent is given back',
  run: (args, env) =>
    withStore(env, async (database) => {
      const { words, options } = readArguments(args, {
        words: ['ORDER', 'PAYOUT'],
        options: ['refund-address', 'why'],
      });
      const payout = await payoutOf(database, words[0] as string, words[1] as string);
      const address = options['refund-address'] ?? '';
      await ask(database, env, refundEntry, { payout, address, why: options.why?.trim() ?? '' });
    }),
};

/** The number of a payout, which must be the order's. */
export async function payoutOf(database: Database, name: string, text: string): Promise<string> {
  const { head: order, payouts } = await find(database, name);
  const id = readWhole('PAYOUT', text);
  if (!payouts.some((each) => each.id === id)) {
    throw new UsageError(
      `${order.no} has no payout ${id}. Its payouts and their numbers: npx swapdesk order show ${order.no}`,
    );
  }
  return String(id);
}
