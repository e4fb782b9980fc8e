import { Decimal, ORDER_STATUS } from '@swapdesk/contract/plain';
import type { AssetName, Departure, Deposit, Order } from '../api/order.ts';
import { isNothingBack } from './status-words.ts';

/** A step on the way of the money. */
export interface Step {
  readonly key:
    | 'placed'
    | 'payment'
    | 'ended'
    | 'frozen'
    | 'exchange'
    | 'send'
    | 'refund'
    | 'kept'
    | 'finish';
  readonly state: 'done' | 'now' | 'next' | 'wrong';
  /** Unix seconds; 0 if it has not happened. */
  readonly at: number;
  readonly transfers: readonly Transfer[];
}

/** A transfer as a step shows it. */
export interface Transfer {
  readonly asset: AssetName;
  readonly amount: Decimal;
  readonly txid: string;
  /** While it is not deep enough. */
  readonly depth: Deposit['depth'];
  /** Of one of ours: 1 confirming, 2 confirmed, 9 refused by the network. */
  readonly status: number | null;
  /** Of one of ours: whose. */
  readonly address: string | null;
}

const { waiting, sent, exchanging, completed, refunded, frozen, expired, abandoned } = ORDER_STATUS;

/** The way of an order's money: what has happened, what happens, what is to come. */
export function timelineOf(order: Order): Step[] {
  const { status } = order;
  const isOver = status === expired || status === abandoned;
  const isStopped = status === frozen || status === refunded;
  return [
    step('placed', 'done', order.placedAt),
    paymentStep(order),
    ...(isOver ? [step('ended', 'wrong', status === expired ? order.expiresAt : order.deletedAt)] : []),
    ...(isStopped ? [step('frozen', status === frozen ? 'wrong' : 'done', order.frozenAt)] : []),
    ...(isStopped || isOver ? [] : wayOut(order)),
    ...refundSteps(order),
    // What comes after a stop is not decided yet; and who got nothing back does not read that it was refunded.
    ...(isOver || status === frozen || isNothingBack(order) ? [] : [finish(order)]),
  ];
}

function paymentStep(order: Order): Step {
  const deposits = countingDeposits(order);
  const transfers = deposits.map(({ asset, amount, txid, depth }) => ({
    asset,
    amount,
    txid,
    depth,
    status: null,
    address: null,
  }));
  const isConfirmed = transfers.length > 0 && transfers.every(({ depth }) => depth === null);
  const isAwaited = order.status === waiting || order.status === sent;
  const at = isConfirmed ? Math.max(...deposits.map(({ confirmedAt }) => confirmedAt)) : 0;
  return { key: 'payment', state: isConfirmed ? 'done' : isAwaited ? 'now' : 'next', at, transfers };
}

/** Without what does not pay for the order: each surplus is one of the deposits. */
export function countingDeposits({ deposits, surplus }: Order): Deposit[] {
  const counting = [...deposits];
  for (const { txid, asset, amount } of surplus) {
    const at = counting.findIndex(
      (deposit) =>
        deposit.txid === txid && deposit.asset.abbr === asset.abbr && `${deposit.amount}` === `${amount}`,
    );
    if (at >= 0) counting.splice(at, 1);
  }
  return counting;
}

/** Exchanged, and sent to each receiver. */
function wayOut(order: Order): Step[] {
  const isAccepted = order.acceptedAt > 0;
  const transfers = order.entries.flatMap((entry) => entry.sent.map(ours));
  const isSent = order.entries.every((entry) => entry.sent.length > 0);
  const isDone = order.status === completed;
  const state = isDone ? 'done' : order.status === exchanging ? 'now' : 'next';
  return [
    step('exchange', isAccepted ? 'done' : 'next', order.acceptedAt),
    { key: 'send', state, at: isSent && isDone ? lastConfirmed(order) : 0, transfers },
  ];
}

function lastConfirmed({ entries }: Order): number {
  return Math.max(...entries.flatMap((entry) => entry.sent.map(({ confirmedAt }) => confirmedAt)));
}

/** What goes back: all of a refunded order, or surplus of any other. */
function refundSteps(order: Order): Step[] {
  const { status, resolution, refunds, finishedAt } = order;
  if (isNothingBack(order)) return [step('kept', 'done', finishedAt)];
  const isExpected = status === frozen && resolution === 'refund';
  if (refunds.length === 0 && !isExpected) return [];
  const isDone = refunds.length > 0 && refunds.every((each) => each.status === 2);
  const at = isDone ? Math.max(...refunds.map(({ confirmedAt }) => confirmedAt)) : 0;
  return [{ key: 'refund', state: isDone ? 'done' : 'now', at, transfers: refunds.map(ours) }];
}

function finish({ status, finishedAt }: Order): Step {
  const isDone = status === completed || status === refunded;
  return step('finish', isDone ? 'done' : 'next', isDone ? finishedAt : 0);
}

function step(key: Step['key'], state: Step['state'], at: number): Step {
  return { key, state, at, transfers: [] };
}

function ours({ asset, amount, txid, status, address }: Departure): Transfer {
  return { asset, amount, txid, depth: null, status, address };
}

/** Of two prices in USDT: how much of the second one gets for one of the first. */
export function pairPrice(from: Decimal, to: Decimal): Decimal | null {
  const scale = 18;
  const divisor = to.truncate(scale);
  if (divisor === 0n) return null;
  const ratio = (from.truncate(scale) * 10n ** BigInt(scale)) / divisor;
  return Decimal.parse(ratio.toString())?.shift(-scale) ?? null;
}
