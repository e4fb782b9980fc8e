import { type Change, isIn, isNotIn } from '../life.ts';

/** The payout's life: what is owed to somebody outside, from the moment it is written until they have it. */

/**
 * `ready`     to be signed.
 * `signed`    a payment carries it.
 * `confirmed` whoever was owed it has it.
 * `failed`    its payment is refused, came to nothing or was cancelled: an operator decides.
 * `refunded`  an output that is not made, because its part of the source is given back.
 * `dropped`   a withdrawal or a settlement that is not made: it is the treasury's again.
 */
export const PAYOUT = {
  ready: 'ready',
  signed: 'signed',
  confirmed: 'confirmed',
  failed: 'failed',
  refunded: 'refunded',
  dropped: 'dropped',
} as const;
export type PayoutState = (typeof PAYOUT)[keyof typeof PAYOUT];

const { ready, signed, confirmed, failed, refunded, dropped } = PAYOUT;

const WAITS = ['waits_why', 'waits_since'] as const;

/** Every change that there is. */
export const PAYOUT_CHANGES = {
  written: { from: [], to: ready, when: 'it is owed' },
  signed: { from: [ready], to: signed, when: 'a payment of it is stored', clears: WAITS },
  'found paid': {
    from: [ready, signed, failed],
    to: signed,
    when: 'an operator says which transaction of the chain pays it',
  },
  failed: {
    from: [signed, failed],
    to: failed,
    when: 'its payment is refused for long, came to nothing, or was cancelled',
  },
  arrived: {
    from: [signed, failed],
    to: confirmed,
    when: 'its payment is confirmed',
    stamps: ['finished_at'],
  },
  undone: {
    from: [confirmed],
    to: signed,
    when: 'the block of its payment is gone',
    clears: ['finished_at'],
  },
  expired: {
    from: [signed],
    to: ready,
    when: 'its payment has expired: it surely was not made',
    clears: ['payment_id'],
  },
  'paid anew': {
    from: [ready, failed],
    to: ready,
    when: 'an operator says so; it is surely unpaid',
    clears: ['payment_id'],
  },
  redirected: {
    from: [ready, failed],
    to: ready,
    when: 'it goes to another address, by a confirmed proposal; it is surely unpaid',
    // A memo belongs to the address that it was given with.
    clears: ['memo', 'payment_id', ...WAITS],
  },
  refunded: {
    from: [ready, failed],
    to: refunded,
    when: 'its part of the source is given back instead; it is surely unpaid',
    clears: ['payment_id', 'must_spend'],
  },
  dropped: {
    from: [ready, failed],
    to: dropped,
    when: 'an operator does not want it any more; it is surely unpaid',
    clears: WAITS,
  },
  kept: {
    from: [ready],
    to: signed,
    when: 'a reorganisation undid the cancel of its payment, and a block has that',
    clears: ['freed_by', 'must_spend'],
  },
  'made after all': {
    from: [refunded],
    to: signed,
    when: 'the same, and its part was to be given back',
    clears: ['freed_by', 'proposal_id'],
  },
  'taken back': {
    from: [ready],
    to: null,
    when: 'what was to be given back instead of such an output is not',
  },
  retaken: { from: [dropped], to: signed, when: 'its cancelled payment is in the chain all the same' },
} as const satisfies Record<string, Change<PayoutState>>;

/** Neither paid nor given up. */
export const UNPAID: readonly PayoutState[] = [ready, signed, failed];
/** Of an order's payout: nothing is to be done for it any more. */
export const SETTLED: readonly PayoutState[] = [confirmed, refunded];

/** SQL about a payout by its alias. */
export function payoutIs(alias: string, ...states: readonly PayoutState[]): string {
  return isIn(`${alias}.state`, states);
}

export function payoutIsNot(alias: string, ...states: readonly PayoutState[]): string {
  return isNotIn(`${alias}.state`, states);
}
