import { ORDER_STATUS } from '@swapdesk/contract';
import { DEPOSIT, depositIs } from '../../deposits/life.ts';
import { quarantine, releaseExchanged } from '../../deposits/use-deposits.ts';
import { lockTreasury, readTreasury, type Treasury } from '../../ledger/treasury.ts';
import { LIMITS } from '../../orders/bound-by-limits.ts';
import { changeStatus } from '../../orders/change-status.ts';
import { type DayRoom, openDay } from '../../orders/day-room.ts';
import { DEEPER_S, decide, type FreezeReason } from '../../orders/decide.ts';
import { endReservations } from '../../orders/reservations.ts';
import { MINED_GRACE_S } from '../../pricing/fixed-wait.ts';
import type { Market } from '../../pricing/terms.ts';
import type { Queryable } from '../../store/database.ts';
import type { Engine } from '../context.ts';
import { type Lease, underLease } from '../lease.ts';
import { allOrders, eachOrder, pageThrough } from './each-order.ts';
import { type PlannedExchange, planExchange, writeExchanges } from './exchange-orders.ts';
import { InTurn } from './in-turn.ts';
import {
  isAboveMost,
  judgedAt,
  loadOrders,
  type OpenDeposit,
  type OpenOrder,
  payoutAssets,
} from './load-orders.ts';
import { refundDeposits } from './refund.ts';
import { type Screened, screenOrders } from './screen-orders.ts';

const { waiting, sent, expired, frozen, abandoned, exchanging, completed, refunded } = ORDER_STATUS;
/** In the history of an order that was frozen for less, and exchanged as agreed all the same. */
export const PAID_IN_TIME = 'paid as agreed in time, after less had come';

/** Takes up all confirmed deposits that nothing has been decided about, some orders at a time; only those of some orders, if these are named. */
export async function acceptDeposits(
  engine: Engine,
  lease: Lease,
  only: readonly string[] | null = null,
): Promise<void> {
  await pageThrough(
    (after, most) => undecidedOrders(engine.database, after, most, only),
    (ids) => takeUpOrders(engine, lease, ids),
  );
}

export async function undecidedOrders(
  client: Queryable,
  after: number,
  most: number,
  only: readonly string[] | null,
): Promise<number[]> {
  const { rows } = await client.query<{ order_id: number }>({
    name: 'undecided-orders',
    text: `
      SELECT DISTINCT d.order_id FROM deposit d JOIN orders o ON o.id = d.order_id
       WHERE ${depositIs('d', DEPOSIT.confirmed)} AND d.use IS NULL AND d.order_id > $1
         AND ($3::text[] IS NULL OR o.no = ANY ($3)) AND CASE
             -- What the order can use, and what has to be given back to somebody who said where to.
             WHEN d.asset_id = o.asset_id AND d.units >= o.dust_units AND o.status IN (${[waiting, sent, expired, abandoned].join(', ')}) THEN true
             -- What was agreed, after less had come.
             WHEN o.status = ${frozen} AND o.freeze_reason = 'LESS' AND o.resolution IS NULL AND o.mode = 'fixed' AND d.asset_id = o.asset_id
                  AND abs(d.units - o.units) <= o.tolerance_units AND d.seen_at <= o.expires_at
                  AND d.mined_at <= o.expires_at + ${MINED_GRACE_S} THEN true
             WHEN d.asset_id <> o.asset_id OR d.units < o.dust_units OR o.status IN (${[exchanging, completed, refunded].join(', ')}) THEN o.refund_address IS NOT NULL
             ELSE false END
       ORDER BY d.order_id LIMIT $2`,
    values: [after, most, only],
  });
  return rows.map(({ order_id }) => order_id);
}

/**
 * Accepts the orders, freezes them, or gives back what they cannot use. The screening provider is asked about each
 * first; one about which there is no answer waits.
 */
async function takeUpOrders(engine: Engine, lease: Lease, ids: readonly number[]): Promise<void> {
  const isHit = await screenOrders(engine, lease, await loadOrders(engine.database, ids, false));
  const turn = new InTurn(await engine.market());
  const exchanged = await underLease(engine.database, lease, async (client) => {
    const orders = await loadOrders(client, ids, true);
    await lockTreasury(client, payoutAssets(orders));
    const treasury = await readTreasury(client);
    const at = engine.clock();
    const market = turn.market(at);
    const day = await openDay(client, orders, market.settings, at);
    const plans = orders.map((order) => {
      const plan = planOf(order, isHit, turn.market(at), treasury, day, at);
      if (plan.exchange !== undefined) turn.take(plan.exchange);
      return plan;
    });
    const giving = plans.filter(({ giveBack }) => giveBack.length > 0);
    await eachOrder(engine, client, giving, (plan) =>
      refundDeposits(client, plan.order, plan.giveBack, market, at),
    );
    // Of what cannot be used and is not given back because of a hit, nothing may be mixed with ours either.
    await quarantine(
      client,
      plans.flatMap(({ kept }) => kept),
      at,
    );
    const frozenOnes = plans.flatMap(({ freeze: each }) => each ?? []);
    await eachOrder(engine, client, frozenOnes, (each) => freezeOrder(client, each, at));
    const exchanges = plans.flatMap(({ exchange }) => exchange ?? []);
    const accepted: PlannedExchange[] = [];
    await allOrders(engine, client, exchanges, async (some) => {
      await accept(client, some, at);
      accepted.push(...some);
    });
    return accepted;
  });
  turn.note(engine, exchanged);
}

/** What is to be done about an order: at most one of the last two. */
interface Plan {
  readonly order: OpenOrder;
  readonly giveBack: readonly number[];
  /** What would be given back but for a hit. */
  readonly kept: readonly number[];
  readonly freeze?: Freeze;
  readonly exchange?: PlannedExchange;
}

interface Freeze {
  readonly order: OpenOrder;
  readonly reason: FreezeReason;
  /** What arrived. */
  readonly units: bigint;
  readonly deposits: readonly number[];
  /** It is more than limits allow: its client does not have it exchanged. */
  readonly isBeyond: boolean;
}

/**
 * A fixed order is exchanged as agreed, a float order at the rate of now. Without a price it waits; so it does for a while if
 * it is more than the books hold, or what it needs is promised to others, and as long as nobody has answered who sent what pays for it. Who sent anything else says
 * nothing about it.
 */
function planOf(
  order: OpenOrder,
  isHit: Screened,
  market: Market,
  treasury: Treasury,
  day: DayRoom,
  at: number,
): Plan {
  // What was given back beside an exchange, before the store went back, is given back again.
  const surplus = order.wasExchanged ? order.deposits.filter(isReturned) : [];
  const rest = order.deposits.filter((deposit) => !surplus.includes(deposit));
  const { own, giveBack: useless } = decide(order, rest, judgedAt(order, at));
  // What nobody may have is not given back either; an operator finds it among the undecided.
  const returned = [...useless, ...surplus.map(({ id }) => id)];
  const giveBack = isHit(order) === false ? returned : [];
  const kept = isHit(order) === true ? returned : [];
  const hit = own.what === 'wait' ? null : isHit(order, own.deposits);
  if (own.what === 'wait' || hit === null) return { order, giveBack, kept };
  const { units } = own;
  const { deposits } = own;
  const freeze = (reason: FreezeReason, isBeyond = isAboveMost(order, units, market)): Plan => ({
    order,
    giveBack,
    kept,
    freeze: { order, reason, units, deposits, isBeyond },
  });
  if (hit) return freeze('SCREENING');
  if (own.what === 'freeze') return freeze(own.reason);
  // It was frozen before the store went back, and given back: whoever decides about it again can only do the same.
  if (order.deposits.some(({ id, wasGivenBack }) => wasGivenBack && own.deposits.includes(id)))
    return freeze('LIMIT');
  const excess = order.mode === 'float' ? day.excessOf(order, units, market) : null;
  if (excess !== null && !day.hasRoomFor(excess) && !order.wasPaid) return freeze('LIMIT', true);
  const exchange = planExchange(order, own, order.mode, market, treasury, excess);
  if (exchange === 'impossible') return freeze('LIMIT');
  const mayPass = exchange === 'too large' || exchange === 'reserved';
  if (mayPass && at > firstConfirmedAt(order, deposits) + DEEPER_S) return freeze('LIMIT');
  if (typeof exchange === 'string') return { order, giveBack, kept };
  if (excess !== null) day.take(excess);
  return { order, giveBack, kept, exchange };
}

/** When the first of these was: whoever sends a little more does not make the rest wait longer. */
function firstConfirmedAt(order: OpenOrder, ids: readonly number[]): number {
  return Math.min(
    ...order.deposits.filter(({ id }) => ids.includes(id)).map((deposit) => deposit.confirmedAt),
  );
}

function isReturned({ wasGivenBack, state, isUsed }: OpenDeposit): boolean {
  return wasGivenBack && state === DEPOSIT.confirmed && !isUsed;
}

/** A deposit that vanished and came back may find its order waiting again, or expired. */
async function markSent(client: Queryable, orders: readonly OpenOrder[], at: number): Promise<void> {
  for (const from of [waiting, expired]) {
    const orderIds = orders.filter(({ status }) => status === from).map(({ id }) => id);
    await changeStatus(client, { orderIds, from, to: sent, cause: 'seen', at });
  }
}

async function accept(client: Queryable, exchanges: readonly PlannedExchange[], at: number): Promise<void> {
  const orders = exchanges.map(({ order }) => order);
  await markSent(client, orders, at);
  await writeExchanges(client, exchanges, at);
  await releaseExchanged(
    client,
    orders.map(({ id }) => id),
  );
  await endReservations(
    client,
    orders.map(({ id }) => id),
  );
  const [short, others] = [orders.filter(isFrozen), orders.filter((order) => !isFrozen(order))].map((some) =>
    some.map(({ id }) => id),
  ) as [number[], number[]];
  const done = [
    ...(await changeStatus(client, { orderIds: others, from: sent, to: exchanging, cause: 'accepted', at })),
    ...(await changeStatus(client, {
      orderIds: short,
      from: frozen,
      to: exchanging,
      cause: 'exchange',
      reason: PAID_IN_TIME,
      at,
    })),
  ];
  if (done.length !== orders.length) throw new Error('orders have changed while they were being accepted');
  if (short.length > 0)
    await client.query('UPDATE orders SET freeze_reason = NULL WHERE id = ANY ($1::bigint[])', [short]);
}

function isFrozen({ status }: OpenOrder): boolean {
  return status === frozen;
}

async function freezeOrder(
  client: Queryable,
  { order, reason, units, deposits, isBeyond }: Freeze,
  at: number,
): Promise<void> {
  await markSent(client, [order], at);
  const from = order.status === abandoned ? abandoned : sent;
  const cause = from === abandoned ? 'unexpected' : 'mismatch';
  const change = { orderIds: [order.id], from, to: frozen, cause, reason, at } as const;
  // One that was frozen for less, and is now for something else, stays where it is.
  const done = isFrozen(order) ? [order.id] : await changeStatus(client, change);
  // What the client wanted in such a case is known already, unless it is not theirs to want.
  const isTheirs = reason !== 'SCREENING' && !(isBeyond && order.onMismatch === 'exchange');
  const resolution = !isTheirs || order.onMismatch === 'ask' ? null : order.onMismatch;
  // The rest may still come in time. A promise without a reservation would be one beyond every limit.
  if (reason !== 'LESS' || resolution !== null) await endReservations(client, done);
  if (reason === 'SCREENING') await quarantine(client, deposits, at);
  await client.query({
    name: 'freeze-order',
    text: `
      UPDATE orders SET freeze_reason = $2, received_units = $3, resolution = $4, limits = $5
       WHERE id = ANY ($1::bigint[])`,
    values: [done, reason, String(units), resolution, isBeyond ? LIMITS.exceeded : LIMITS.kept],
  });
}
