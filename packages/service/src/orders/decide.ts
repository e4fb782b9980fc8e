import { ORDER_STATUS, type OrderStatus } from '@swapdesk/contract';
import type { Mode } from '../catalog/catalogue.ts';

export type FreezeReason = 'LESS' | 'MORE' | 'LIMIT' | 'LATE' | 'SCREENING' | 'OPERATOR';

/** What of an order decides about its deposits. All of it was agreed when it was placed. */
export interface Agreement {
  readonly status: OrderStatus;
  readonly mode: Mode;
  readonly assetId: number;
  readonly units: bigint;
  readonly minUnits: bigint;
  readonly maxUnits: bigint;
  readonly toleranceUnits: bigint;
  readonly expiresAt: number;
}

export interface ArrivedDeposit {
  readonly id: number;
  readonly assetId: number;
  readonly units: bigint;
  readonly state: 'seen' | 'mined' | 'confirmed' | 'gone';
  /** When it was seen first; anew if it had vanished. */
  readonly seenAt: number;
  /** The time of its block; 0 as long as it has none. */
  readonly minedAt: number;
  /** True once it has been exchanged or given back. */
  readonly isUsed: boolean;
}

/** What is to be done about an order's confirmed deposits that nothing has been done about. */
export interface Decision {
  /** About those in the asset that was agreed. */
  readonly own: OwnDecision;
  /** Nothing that this order can use: in another asset, or more than it needed. */
  readonly giveBack: readonly number[];
}

export type OwnDecision =
  /** There is nothing, or others of its transfers are not confirmed yet, or somebody has to resolve it. */
  | { readonly what: 'wait' }
  /** As agreed: exchange these, which are so much. */
  | { readonly what: 'accept'; readonly units: bigint }
  | { readonly what: 'freeze'; readonly reason: FreezeReason; readonly units: bigint };

/**
 * A fixed deposit that was seen in time must be in a block at most this much later. Without such an end, a transfer at
 * the lowest fee would be an option on the rate, for as long as its sender likes.
 */
export const MINED_GRACE_S = 3_600;

const { waiting, sent, expired, exchanging, completed, refunded, abandoned } = ORDER_STATUS;
const SERVED: readonly OrderStatus[] = [exchanging, completed, refunded];
/** Waiting and expired too: their deposit may have come back after it had vanished. */
const UNDECIDED: readonly OrderStatus[] = [sent, abandoned, waiting, expired];
const WAIT: OwnDecision = { what: 'wait' };

/** Decides about the confirmed deposits of an order. Screening comes on top: it can only forbid. */
export function decide(order: Agreement, deposits: readonly ArrivedDeposit[]): Decision {
  const open = deposits.filter(({ isUsed, state }) => !isUsed && state !== 'gone');
  const own = open.filter(({ assetId }) => assetId === order.assetId);
  const foreign = open.filter(({ assetId }) => assetId !== order.assetId);
  const isServed = SERVED.includes(order.status);
  const useless = isServed ? [...foreign, ...own] : foreign;
  const giveBack = useless.filter(({ state }) => state === 'confirmed').map(({ id }) => id);
  return { own: UNDECIDED.includes(order.status) ? decideOwn(order, own) : WAIT, giveBack };
}

function decideOwn(order: Agreement, own: readonly ArrivedDeposit[]): OwnDecision {
  if (own.length === 0 || own.some(({ state }) => state !== 'confirmed')) return WAIT;
  const units = own.reduce((sum, deposit) => sum + deposit.units, 0n);
  const reason = mismatch(order, units, own);
  return reason === null ? { what: 'accept', units } : { what: 'freeze', reason, units };
}

/** Why what arrived is not what was agreed; null if it is. */
function mismatch(order: Agreement, units: bigint, deposits: readonly ArrivedDeposit[]): FreezeReason | null {
  if (order.status === abandoned) return 'LATE';
  if (order.mode === 'float') return units < order.minUnits || units > order.maxUnits ? 'LIMIT' : null;
  if (deposits.some((deposit) => isLate(order, deposit))) return 'LATE';
  if (units < order.units - order.toleranceUnits) return 'LESS';
  return units > order.units + order.toleranceUnits ? 'MORE' : null;
}

function isLate({ expiresAt }: Agreement, { seenAt, minedAt }: ArrivedDeposit): boolean {
  return seenAt > expiresAt || minedAt > expiresAt + MINED_GRACE_S;
}
