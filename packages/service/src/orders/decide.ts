import { ORDER_STATUS, type OrderStatus } from '@swapdesk/contract';
import type { Mode } from '../catalog/catalogue.ts';
import { DEPOSIT, type DepositState } from '../deposits/life.ts';
import { MINED_GRACE_S } from '../pricing/fixed-wait.ts';

export type FreezeReason = 'LESS' | 'MORE' | 'LIMIT' | 'LATE' | 'SCREENING' | 'OPERATOR';
/** What froze an order whose client has nothing to decide about it. */
export const OPERATORS_DECIDE: readonly FreezeReason[] = ['SCREENING', 'OPERATOR'];

/** What of an order decides about its deposits. All of it was agreed when it was placed. */
export interface Agreement {
  readonly status: OrderStatus;
  /** True if it was frozen because less came than was agreed, and nobody has decided what then. */
  readonly isShort?: boolean;
  readonly mode: Mode;
  readonly assetId: number;
  readonly units: bigint;
  readonly minUnits: bigint;
  readonly maxUnits: bigint;
  readonly toleranceUnits: bigint;
  /** A transfer of less is dust. */
  readonly dustUnits: bigint;
  readonly expiresAt: number;
}

export interface ArrivedDeposit {
  readonly id: number;
  readonly assetId: number;
  readonly units: bigint;
  readonly state: DepositState;
  /** When it was seen first; anew if it had vanished. */
  readonly seenAt: number;
  /** The time of its block; 0 as long as it has none. */
  readonly minedAt: number;
  /** 0 as long as it is not. */
  readonly confirmedAt: number;
  /** True once it has been exchanged or given back. */
  readonly isUsed: boolean;
}

/** What is to be done about an order's confirmed deposits that nothing has been done about. */
export interface Decision {
  /** About those that can pay for it. */
  readonly own: OwnDecision;
  /** Nothing that this order can use: in another asset, dust, or more than it needed. */
  readonly giveBack: readonly number[];
}

export type OwnDecision =
  /** There is nothing, or others of its transfers are not confirmed yet, or somebody has to resolve it. */
  | { readonly what: 'wait' }
  /** As agreed: exchange these, which are so much. */
  | { readonly what: 'accept'; readonly deposits: readonly number[]; readonly units: bigint }
  | {
      readonly what: 'freeze';
      readonly reason: FreezeReason;
      readonly deposits: readonly number[];
      readonly units: bigint;
    };

/** Whoever pays in parts has this long, after the first is confirmed, to get the others into blocks. */
export const PARTS_S = 600;

/**
 * A float order that is more than the books hold, or than is left of the treasury beside what is promised to others, waits so long,
 * once it is confirmed, for that to pass.
 */
export const DEEPER_S = 600;

const { waiting, sent, expired, exchanging, completed, refunded, abandoned } = ORDER_STATUS;
const SERVED: readonly OrderStatus[] = [exchanging, completed, refunded];
/** Waiting and expired too: their deposit may have come back after it had vanished. */
const UNDECIDED: readonly OrderStatus[] = [sent, abandoned, waiting, expired];
const WAIT: OwnDecision = { what: 'wait' };

/**
 * Decides about the confirmed deposits of an order. Screening comes on top: it can only forbid. `time` is up to when all
 * that happened on its chain is known: it stands still while nobody follows the chain.
 *
 * 1. Only transfers of the agreed asset that are no dust pay for an order. All others decide nothing about it, whatever
 *    state they are in, and are given back.
 * 2. Fixed: what was seen by the order's end and is in a block within the grace counts. One that no block has by then
 *    does not count any more. As soon as what is confirmed makes up the agreed amount it is accepted, whatever else is
 *    under way; as soon as it is more than that, it is frozen. If it is less, those that can still count are awaited, at
 *    most until the grace is over. What does not count freezes the order as late only if nothing counts.
 * 3. Float: all that is confirmed counts. Others are awaited for a short while after the first was confirmed.
 * 4. Whatever is left when an order has been accepted is surplus.
 * 5. A fixed order that is frozen for less is still accepted if a transfer that counts is the agreed amount by itself: what a
 *    stranger sends first takes nobody's price away.
 */
export function decide(order: Agreement, deposits: readonly ArrivedDeposit[], time: number): Decision {
  const open = deposits.filter(isOpen);
  const paying = open.filter((deposit) => canPay(order, deposit));
  const useless = SERVED.includes(order.status) ? open : open.filter((deposit) => !canPay(order, deposit));
  const giveBack = useless.filter(isConfirmed).map(({ id }) => id);
  if (order.isShort === true) return { own: decideShort(order, paying, time), giveBack };
  return { own: UNDECIDED.includes(order.status) ? decideOwn(order, paying, time) : WAIT, giveBack };
}

/** What is exchanged if an order is to exchange whatever has arrived; nothing while more of it is awaited. */
export function arrivedOf(
  order: Agreement,
  deposits: readonly ArrivedDeposit[],
  time: number,
): readonly ArrivedDeposit[] {
  const paying = deposits.filter((deposit) => isOpen(deposit) && canPay(order, deposit));
  const confirmed = paying.filter(isConfirmed);
  const until = Math.min(...confirmed.map(({ confirmedAt }) => confirmedAt)) + PARTS_S;
  return paying.some((deposit) => !isConfirmed(deposit) && minedBy(deposit, time) <= until) ? [] : confirmed;
}

export function totalUnits(deposits: readonly ArrivedDeposit[]): bigint {
  return deposits.reduce((sum, { units }) => sum + units, 0n);
}

function decideOwn(order: Agreement, paying: readonly ArrivedDeposit[], time: number): OwnDecision {
  if (order.status === abandoned) return freeze('LATE', paying.filter(isConfirmed));
  return order.mode === 'fixed' ? decideFixed(order, paying, time) : decideFloat(order, paying, time);
}

function decideFloat(order: Agreement, paying: readonly ArrivedDeposit[], time: number): OwnDecision {
  const arrived = arrivedOf(order, paying, time);
  const units = totalUnits(arrived);
  return units < order.minUnits || units > order.maxUnits ? freeze('LIMIT', arrived) : accept(arrived);
}

function decideFixed(order: Agreement, paying: readonly ArrivedDeposit[], time: number): OwnDecision {
  const counting = paying.filter((deposit) => isInTime(order, deposit, time));
  if (counting.length === 0) return freeze('LATE', paying.filter(isConfirmed));
  const confirmed = counting.filter(isConfirmed).toSorted(byBlock);
  // As if it had been judged after each block: so it does not matter when the engine gets to it.
  for (const [n, deposit] of confirmed.entries()) {
    if (isAsAgreed(order, deposit.units)) return accept([deposit]);
    const soFar = confirmed.slice(0, n + 1);
    if (isAsAgreed(order, totalUnits(soFar))) return accept(soFar);
    if (totalUnits(soFar) > order.units) return freeze('MORE', confirmed);
  }
  return confirmed.length < counting.length ? WAIT : freeze('LESS', confirmed);
}

function decideShort(order: Agreement, paying: readonly ArrivedDeposit[], time: number): OwnDecision {
  const exact = paying
    .filter((deposit) => isConfirmed(deposit) && isInTime(order, deposit, time))
    .toSorted(byBlock)
    .find(({ units }) => isAsAgreed(order, units));
  return exact === undefined ? WAIT : accept([exact]);
}

function isInTime({ expiresAt }: Agreement, deposit: ArrivedDeposit, time: number): boolean {
  return deposit.seenAt <= expiresAt && minedBy(deposit, time) <= expiresAt + MINED_GRACE_S;
}

/** When a block took it; as long as none has, not before now. */
function minedBy({ state, minedAt }: ArrivedDeposit, time: number): number {
  return state === DEPOSIT.seen ? time : minedAt;
}

function isAsAgreed({ units, toleranceUnits }: Agreement, arrived: bigint): boolean {
  return arrived >= units - toleranceUnits && arrived <= units + toleranceUnits;
}

function canPay({ assetId, dustUnits }: Agreement, deposit: ArrivedDeposit): boolean {
  return deposit.assetId === assetId && deposit.units >= dustUnits;
}

function isOpen({ isUsed, state }: ArrivedDeposit): boolean {
  return !isUsed && state !== DEPOSIT.gone;
}

function isConfirmed({ state }: ArrivedDeposit): boolean {
  return state === DEPOSIT.confirmed;
}

function byBlock(a: ArrivedDeposit, b: ArrivedDeposit): number {
  return a.minedAt - b.minedAt || a.id - b.id;
}

function accept(deposits: readonly ArrivedDeposit[]): OwnDecision {
  return { what: 'accept', deposits: deposits.map(({ id }) => id), units: totalUnits(deposits) };
}

/** Nothing freezes an order if nothing has arrived. */
function freeze(reason: FreezeReason, deposits: readonly ArrivedDeposit[]): OwnDecision {
  if (deposits.length === 0) return WAIT;
  return { what: 'freeze', reason, deposits: deposits.map(({ id }) => id), units: totalUnits(deposits) };
}
