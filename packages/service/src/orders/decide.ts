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
  readonly seenAt: number;
  /** True once it has been exchanged or given back. */
  readonly isUsed: boolean;
}

/** What is to be done about an order's confirmed deposits that nothing has been done about. */
export type Decision =
  /** Others of its transfers are not confirmed yet, or somebody has to resolve it. */
  | { readonly what: 'wait' }
  /** As agreed: exchange so much. */
  | { readonly what: 'accept'; readonly units: bigint }
  | { readonly what: 'freeze'; readonly reason: FreezeReason; readonly units: bigint }
  /** Nothing that this order can use: give these back. */
  | { readonly what: 'return'; readonly deposits: readonly number[] };

const { sent, exchanging, completed, refunded, abandoned } = ORDER_STATUS;
const SERVED: readonly OrderStatus[] = [exchanging, completed, refunded];
const UNDECIDED: readonly OrderStatus[] = [sent, abandoned];

/** Decides about the confirmed deposits of an order. Screening comes on top: it can only forbid. */
export function decide(order: Agreement, deposits: readonly ArrivedDeposit[]): Decision {
  const open = deposits.filter(({ isUsed, state }) => !isUsed && state !== 'gone');
  const own = open.filter(({ assetId }) => assetId === order.assetId);
  const isComplete = own.length > 0 && own.every(({ state }) => state === 'confirmed');
  // First of all what was agreed: a transfer of anything else must not keep the order from it.
  if (UNDECIDED.includes(order.status) && isComplete) {
    const units = own.reduce((sum, deposit) => sum + deposit.units, 0n);
    const reason = mismatch(order, units, own);
    return reason === null ? { what: 'accept', units } : { what: 'freeze', reason, units };
  }
  // In another asset than agreed: never exchanged. Or surplus: the order has had what it needed.
  const isServed = SERVED.includes(order.status);
  const useless = open.filter(
    ({ assetId, state }) => state === 'confirmed' && (isServed || assetId !== order.assetId),
  );
  return useless.length > 0 ? { what: 'return', deposits: useless.map(({ id }) => id) } : { what: 'wait' };
}

/** Why what arrived is not what was agreed; null if it is. */
function mismatch(order: Agreement, units: bigint, deposits: readonly ArrivedDeposit[]): FreezeReason | null {
  if (order.status === abandoned) return 'LATE';
  if (order.mode === 'float') return units < order.minUnits || units > order.maxUnits ? 'LIMIT' : null;
  if (deposits.some(({ seenAt }) => seenAt > order.expiresAt)) return 'LATE';
  if (units < order.units - order.toleranceUnits) return 'LESS';
  return units > order.units + order.toleranceUnits ? 'MORE' : null;
}
