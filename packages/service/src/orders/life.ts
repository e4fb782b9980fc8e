import { ORDER_STATUS, type OrderStatus } from '@swapdesk/contract';

/** The order's life: every change of status that there is. Data, so that it can be checked, drawn and enforced. */

/** Why an order changes its status. */
export type Cause =
  | 'seen'
  | 'vanished'
  | 'expired'
  | 'cancelled'
  | 'accepted'
  | 'mismatch'
  | 'completed'
  | 'held'
  | 'exchange'
  | 'refunded'
  | 'refund undone'
  | 'output undone'
  | 'abandoned'
  | 'unexpected';

/** The column that a change stamps with its time. */
export type Stamp = 'paid_at' | 'accepted_at' | 'finished_at' | 'frozen_at' | 'deleted_at';

export interface Transition {
  readonly from: OrderStatus;
  readonly to: OrderStatus;
  readonly cause: Cause;
  /** In words, for the drawing and the guides. */
  readonly when: string;
  readonly stamps: readonly Stamp[];
  /** Stamps that are taken back, because what they said is no longer so. */
  readonly clears: readonly Stamp[];
}

const { waiting, sent, exchanging, completed, refunded, frozen, expired, abandoned } = ORDER_STATUS;

export const TRANSITIONS: readonly Transition[] = [
  on(waiting, sent, 'seen', 'a transfer to its address is seen', ['paid_at']),
  on(waiting, expired, 'expired', 'its time passes with nothing seen'),
  on(waiting, abandoned, 'cancelled', 'the client cancels', ['deleted_at']),
  on(sent, waiting, 'vanished', 'the seen transfers vanish in time', [], ['paid_at']),
  on(sent, expired, 'vanished', 'the seen transfers vanish, too late for others', [], ['paid_at']),
  on(sent, exchanging, 'accepted', 'confirmed and as agreed', ['accepted_at']),
  on(sent, frozen, 'mismatch', 'confirmed but not as agreed', ['frozen_at']),
  on(exchanging, completed, 'completed', 'every output is confirmed', ['finished_at']),
  on(exchanging, frozen, 'held', 'an operator, or an output that cannot be sent', ['frozen_at']),
  on(
    frozen,
    exchanging,
    'exchange',
    'resolved: exchange what arrived at the rate of now; or paid as agreed in time, after less had come',
    ['accepted_at'],
  ),
  on(frozen, refunded, 'refunded', 'resolved: every refund is confirmed', ['finished_at']),
  on(
    completed,
    frozen,
    'output undone',
    'an output is rolled back, and its same bytes cannot be sent again',
    ['frozen_at'],
    ['finished_at'],
  ),
  on(
    refunded,
    frozen,
    'refund undone',
    'a refund is rolled back, and its same bytes cannot be sent again',
    ['frozen_at'],
    ['finished_at'],
  ),
  on(expired, sent, 'seen', 'a late transfer is seen', ['paid_at']),
  on(expired, abandoned, 'abandoned', 'the late window ends', ['deleted_at']),
  on(expired, abandoned, 'cancelled', 'the client cancels', ['deleted_at']),
  on(
    abandoned,
    frozen,
    'unexpected',
    'a transfer arrives all the same',
    ['paid_at', 'frozen_at'],
    ['deleted_at'],
  ),
];

/** The transition for a cause in a status; null if that cause changes nothing there. */
export function transition(from: OrderStatus, to: OrderStatus, cause: Cause): Transition | null {
  return TRANSITIONS.find((each) => each.from === from && each.to === to && each.cause === cause) ?? null;
}

function on(
  from: OrderStatus,
  to: OrderStatus,
  cause: Cause,
  when: string,
  stamps: readonly Stamp[] = [],
  clears: readonly Stamp[] = [],
): Transition {
  return { from, to, cause, when, stamps, clears };
}
