import { MESSAGE, ORDER_STATUS } from '@swapdesk/contract';
import type { Clock } from '../clock.ts';
import { Refusal } from '../refusal.ts';
import { Batcher, type SharedWork } from '../store/batcher.ts';
import type { Database } from '../store/database.ts';
import { tryAgain } from '../store/try-again.ts';
import { newOrderNo, newQueryCode } from './codes.ts';
import { insertOrders, type NewOrder, type Stored } from './insert-orders.ts';
import type { Order } from './order.ts';

/** Stores one order durably and returns it. */
export type StoreOrder = (order: NewOrder) => Promise<Order>;

/** One of the order's claims has placed another order in the meantime. */
export class ClaimTaken extends Error {
  override readonly name = 'ClaimTaken';
}

/** What the order promises is more than the treasury has left, or than may be promised to its caller. */
export class DoesNotFit extends Error {
  override readonly name = 'DoesNotFit';
}

/** With the order more would be placed on this day than may be. */
export class BeyondDay extends Error {
  override readonly name = 'BeyondDay';
}

/**
 * One batch at a time: the next would wait for the lock on the same roll anyway. All that come meanwhile go together in
 * the next, so a commit is shared by as many as can be.
 */
const LIMITS = { lanes: 1, largest: 128, mostWaiting: 5_000 };
/** SQLSTATE classes that one order can cause for a whole batch: its data, its keys, or waiting in a circle. */
const ONE_AT_FAULT = /^(22|23|40)/;

/** Keys of what is drawn at random. */
const DRAWN = new Set(['orders_no_key', 'orders_query_code_key']);

type Outcome = { order: NewOrder; stored: Stored } | { error: unknown };

/** A way to store orders in which those that come at the same moment share one commit. */
export function orderStore(
  database: Database,
  clock: Clock,
  shared: SharedWork<unknown> | null = null,
): StoreOrder {
  const batcher = new Batcher(
    (orders: NewOrder[]) => insertTogether(database, orders, clock),
    LIMITS,
    shared,
  );
  return async (order) => {
    const outcome = await batcher.submit(order);
    if ('error' in outcome) throw outcome.error;
    return toOrder(outcome.order, outcome.stored);
  };
}

async function insertTogether(database: Database, orders: NewOrder[], clock: Clock): Promise<Outcome[]> {
  try {
    // Cut off, nobody knows whether they are stored. Their numbers tell: each is stored once.
    const stored = await tryAgain(() => insertOrders(database, orders, clock()));
    return orders.map((order, n) => ({ order, stored: stored[n] as Stored }));
  } catch (error) {
    if (!ONE_AT_FAULT.test(String((error as { code?: string } | null)?.code))) throw error;
    // Nothing of the batch was stored. Alone, every order but the one at fault succeeds.
    const outcomes: Outcome[] = [];
    for (const order of orders) outcomes.push(await insertAlone(database, order, clock));
    return outcomes;
  }
}

async function insertAlone(database: Database, order: NewOrder, clock: Clock): Promise<Outcome> {
  try {
    const [stored] = await tryAgain(() => insertOrders(database, [order], clock()));
    return { order, stored: stored as Stored };
  } catch (error) {
    const constraint = (error as { constraint?: string } | null)?.constraint;
    if (constraint === undefined) return { error };
    // What is in its way may be the order itself, stored before its answer was cut off.
    const before = await tryAgain(() => findStored(database, order));
    if (before !== null) return { order, stored: before };
    if (constraint === 'reservation_fits') return { error: new DoesNotFit() };
    if (constraint === 'day_fits') return { error: new BeyondDay() };
    // What only the store can tell of an order: whom it pays.
    if (constraint === 'receiver_not_ours') return { error: new Refusal(MESSAGE.invalidToAddress) };
    if (constraint === 'order_claim_pkey') return { error: new ClaimTaken() };
    if (!DRAWN.has(constraint)) return { error };
    // A number that was drawn before: draw again. Among ten million orders this happens once in 280,000.
    return insertAlone(database, { ...order, no: newOrderNo(), queryCode: newQueryCode() }, clock);
  }
}

/** Nobody else has both its number and its address. */
async function findStored(database: Database, { no, deposit }: NewOrder): Promise<Stored | null> {
  const { rows } = await database.query<Stored>({
    name: 'find-stored',
    text: `
      SELECT id, created_at AS "createdAt", expires_at AS "expiresAt" FROM orders WHERE no = $1 AND address_id = $2`,
    values: [no, deposit.id],
  });
  return rows[0] ?? null;
}

/** The order as it now stands in the store, without reading it back. */
function toOrder(order: NewOrder, { id, createdAt, expiresAt }: Stored): Order {
  const { terms } = order;
  return {
    id,
    no: order.no,
    queryCode: order.queryCode,
    accountId: order.account.id,
    caller: order.caller,
    mode: terms.mode,
    status: ORDER_STATUS.waiting,
    assetId: terms.from.id,
    units: terms.units,
    receivedUnits: 0n,
    dustUnits: order.dustUnits,
    address: order.deposit.address,
    price: terms.price,
    createdAt,
    expiresAt,
    lateUntil: expiresAt + order.lateWindowS,
    paidAt: 0,
    acceptedAt: 0,
    finishedAt: 0,
    frozenAt: 0,
    deletedAt: 0,
    freezeReason: null,
    resolution: null,
    isBeyondLimits: false,
    refundAddress: order.refundAddress,
    entries: terms.entries.map((entry, n) => ({
      assetId: entry.asset.id,
      address: order.receivers[n]?.address ?? '',
      ratio: entry.ratio,
      groupRatio: entry.groupRatio,
      share: entry.share,
      groupShare: entry.groupShare,
      price: entry.price,
      feePpm: entry.feePpm,
      feeTiers: entry.feeTiers,
      skewPpm: entry.skewPpm,
      premiumPpm: entry.premiumPpm,
      markupPpm: entry.markupPpm,
      networkFeeUnits: entry.networkFeeUnits,
      units: entry.units,
      unitsOrigin: entry.units,
      status: 1,
      finishedAt: 0,
    })),
    arrivals: [],
    departures: [],
  };
}
