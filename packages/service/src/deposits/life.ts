import { type Change, isIn, isNotIn, literal } from '../life.ts';

/** The deposit's life: every transfer to an address of ours, whatever happens to it. */

/**
 * `seen`      a node has it, no block does.
 * `mined`     in a block.
 * `confirmed` deep enough to be somebody's.
 * `gone`      it vanished, and may come back.
 */
export const DEPOSIT = {
  seen: 'seen',
  mined: 'mined',
  confirmed: 'confirmed',
  gone: 'gone',
} as const;
export type DepositState = (typeof DEPOSIT)[keyof typeof DEPOSIT];

const { seen, mined, confirmed, gone } = DEPOSIT;

/** Every change that there is. */
export const DEPOSIT_CHANGES = {
  seen: { from: [], to: seen, when: 'a transfer to us waits for a block', stamps: ['seen_at'] },
  'mined at once': {
    from: [],
    to: mined,
    when: 'a block has one that nobody saw wait',
    stamps: ['seen_at', 'mined_at'],
  },
  mined: { from: [seen], to: mined, when: 'a block has it', stamps: ['mined_at'] },
  vanished: { from: [seen], to: gone, when: 'no node knows it any more, or a block did not bring it' },
  'seen again': { from: [gone], to: seen, when: 'it waits once more', stamps: ['seen_at'] },
  'mined again': {
    from: [gone],
    to: mined,
    when: 'a block has it all the same',
    stamps: ['seen_at', 'mined_at'],
  },
  confirmed: { from: [mined], to: confirmed, when: 'enough blocks are on top', stamps: ['confirmed_at'] },
  undone: {
    from: [mined, confirmed],
    to: seen,
    when: 'its block is gone, or it turns out to be our own payment',
    clears: ['height', 'confirmed_at', 'mined_at', 'surplus_at'],
  },
  'taken for change': {
    from: [mined, confirmed],
    to: null,
    when: 'an operator says that it is the change of a payment of ours',
  },
} as const satisfies Record<string, Change<DepositState>>;

/** In a block. */
export const IN_BLOCK: readonly DepositState[] = [mined, confirmed];

/** SQL about a deposit by its alias. */
export function depositIs(alias: string, ...states: readonly DepositState[]): string {
  return isIn(`${alias}.state`, states);
}

export function depositIsNot(alias: string, ...states: readonly DepositState[]): string {
  return isNotIn(`${alias}.state`, states);
}

/** What becomes of a confirmed deposit, once that is decided: its order exchanges it, or it is given back. */
export const USE = { exchange: 'exchange', refund: 'refund' } as const;
export type DepositUse = (typeof USE)[keyof typeof USE];

/** SQL: a deposit, by its alias, is used so. */
export function isUsedFor(alias: string, use: DepositUse): string {
  return `${alias}.use = ${literal(use)}`;
}
