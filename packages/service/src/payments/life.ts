import { type Change, isIn, isNotIn } from '../life.ts';

/**
 * A payment is what pays: its purpose, the payouts that it carries or what it moves, and what it spends. Each signed
 * transaction for it is an attempt: they spend the same, so at most one of them is ever in the chain. Where transactions expire
 * instead, a payment has one attempt, and is paid anew by another payment once that has expired. This is an attempt's life; its
 * changes are made in this room alone, by compare-and-set, in the caller's transaction.
 */

/**
 * `signed`    its bytes are stored, and nobody else has them.
 * `sent`      the network was given it at least once.
 * `mined`     in a block.
 * `confirmed` in the chain for good.
 * `replaced`  another attempt is in the chain for good: this one never will be.
 * `gone`      the deposit that it brings in or back, or helps along, has vanished; if that comes back, so does this.
 * `expired`   the chain has passed its expiry for good, and no block has it: none ever will.
 */
export const ATTEMPT = {
  signed: 'signed',
  sent: 'sent',
  mined: 'mined',
  confirmed: 'confirmed',
  replaced: 'replaced',
  gone: 'gone',
  expired: 'expired',
} as const;
export type AttemptState = (typeof ATTEMPT)[keyof typeof ATTEMPT];

const { signed, sent, mined, confirmed, replaced, gone, expired } = ATTEMPT;

/** Every change that there is. */
export const ATTEMPT_CHANGES = {
  signed: { from: [], to: signed, when: 'its bytes are stored', stamps: ['signed_at'] },
  'found in the chain': {
    from: [],
    to: sent,
    when: 'an operator says that a transaction of the chain is ours; nobody has its bytes',
    stamps: ['signed_at', 'sent_at'],
  },
  sent: {
    from: [signed, sent],
    to: sent,
    when: 'the network is given it',
    stamps: ['sent_at'],
    clears: ['refused_at'],
  },
  mined: { from: [signed, sent, replaced, gone], to: mined, when: 'a block has it' },
  confirmed: { from: [mined], to: confirmed, when: 'enough blocks are on top', stamps: ['confirmed_at'] },
  replaced: { from: [signed, sent, gone], to: replaced, when: 'another attempt is confirmed' },
  undone: {
    from: [mined, confirmed],
    to: sent,
    when: 'its block is gone: the same bytes are sent again',
    clears: ['height', 'sent_at', 'tries', 'confirmed_at'],
  },
  'deposit gone': {
    from: [signed, sent],
    to: gone,
    when: 'the deposit that it needs has vanished',
    clears: ['sent_at', 'tries', 'refused_at'],
  },
  'deposit back': {
    from: [gone],
    to: signed,
    when: 'that is back',
    clears: ['sent_at', 'tries', 'refused_at'],
  },
  expired: {
    from: [signed, sent, gone],
    to: expired,
    when: 'a block that is final is past its expiry, and no block has it',
  },
  'place taken': { from: [gone], to: sent, when: 'something else takes its place, and its nonce' },
} as const satisfies Record<string, Change<AttemptState>>;

/** No block has it, and one may take it. */
export const UNMINED: readonly AttemptState[] = [signed, sent];
/** Not final. */
export const OPEN: readonly AttemptState[] = [signed, sent, mined];
export const IN_BLOCK: readonly AttemptState[] = [mined, confirmed];

/** SQL about an attempt by its alias. */
export function attemptIs(alias: string, ...states: readonly AttemptState[]): string {
  return isIn(`${alias}.state`, states);
}

export function attemptIsNot(alias: string, ...states: readonly AttemptState[]): string {
  return isNotIn(`${alias}.state`, states);
}

/** SQL: an attempt is the first of its payment. What replaces it comes later. */
export function isFirst(alias: string): string {
  return `${alias}.number = 1`;
}

/**
 * What a payment is for. `payouts`: of orders, and withdrawals. `sweep`: from a deposit address to the treasury. `top-up`: to
 * a deposit address, for the fee of what it pays. `nonce filler`: uses up a nonce of an account that nothing else took. `help`:
 * spends a deposit that no block has taken yet, to the treasury, at a fee that is enough for both. `nonce accounts`: opens some
 * of these, and gives them what they have to keep. `energy lent`, `energy back`: lends a deposit address energy of the operator's, and takes it
 * back; nothing is paid.
 */
export const PURPOSE = {
  payouts: 'payouts',
  sweep: 'sweep',
  topUp: 'top-up',
  filler: 'nonce filler',
  help: 'help',
  opening: 'nonce accounts',
  lent: 'energy lent',
  takenBack: 'energy back',
} as const;
export type Purpose = (typeof PURPOSE)[keyof typeof PURPOSE];
/** Of those that carry no payouts, but move something between addresses of ours. */
export type OwnPurpose = Exclude<Purpose, 'payouts'>;

/** SQL: a payment `p` was made, or may be yet: not all that was signed for it has expired. */
export const MAY_BE_MADE = `EXISTS (SELECT 1 FROM attempt made WHERE made.payment_id = p.id AND ${attemptIsNot('made', ATTEMPT.expired)})`;

/** SQL: a payment, by its alias, is for one of these. */
export function isPaymentFor(alias: string, ...purposes: readonly Purpose[]): string {
  return isIn(`${alias}.purpose`, purposes);
}
