import { type Change, isIn } from '../life.ts';

/** A trade's life: a payout's mirror. Its changes are made in this room alone, by compare-and-set, in the caller's transaction. */

/**
 * `planned`   stored with the id that the venue will know it by; its request has not left.
 * `sent`      its request may have left, once. What became of it is a question for the venue.
 * `done`      the venue says that it is over, and all that was traded is booked: all of it, some, or nothing.
 * `refused`   the venue has refused it: nothing was traded.
 * `lapsed`    the venue takes it no more and does not know it: it surely was not made.
 * `dropped`   never sent, and not to be any more.
 * `rehearsed` what a dry run would have traded.
 */
export const TRADE = {
  planned: 'planned',
  sent: 'sent',
  done: 'done',
  refused: 'refused',
  lapsed: 'lapsed',
  dropped: 'dropped',
  rehearsed: 'rehearsed',
} as const;
export type TradeState = (typeof TRADE)[keyof typeof TRADE];

const { planned, sent, done, refused, lapsed, dropped, rehearsed } = TRADE;

/** Every change that there is. None leads back to where it could be sent again. */
export const TRADE_CHANGES = {
  planned: { from: [], to: planned, when: 'the desk is long or short of a coin by enough' },
  'rehearsed at once': { from: [], to: rehearsed, when: 'the same in a dry run, which sends nothing' },
  sent: { from: [planned], to: sent, when: 'its request is about to leave', stamps: ['sent_at'] },
  dropped: {
    from: [planned],
    to: dropped,
    when: 'it was not sent, because somebody stopped it or the node died',
    stamps: ['finished_at'],
  },
  finished: {
    from: [sent],
    to: done,
    when: 'the venue says that it is over, and every fill of it is booked',
    stamps: ['finished_at'],
  },
  refused: {
    from: [sent],
    to: refused,
    when: 'the venue has answered that it does not take it',
    stamps: ['finished_at'],
  },
  lapsed: {
    from: [sent],
    to: lapsed,
    when: 'its deadline is over by the clock of the venue, which does not know it',
    stamps: ['finished_at'],
  },
  'put aside': {
    from: [rehearsed],
    to: dropped,
    when: 'trading begins in earnest',
    stamps: ['finished_at'],
  },
} as const satisfies Record<string, Change<TradeState>>;

/** SQL about a trade by its alias. */
export function tradeIs(alias: string, ...states: readonly TradeState[]): string {
  return isIn(`${alias}.state`, states);
}
