import { ORDER_STATUS } from '@swapdesk/contract';
import { DEPOSIT, depositIs, depositIsNot, isUsedFor, USE } from '../../deposits/life.ts';
import { quarantine, releaseExchanged } from '../../deposits/use-deposits.ts';
import { lockTreasury, readTreasury, type Treasury } from '../../ledger/treasury.ts';
import { LIMITS } from '../../orders/bound-by-limits.ts';
import { changeStatus } from '../../orders/change-status.ts';
import { type DayRoom, openDay } from '../../orders/day-room.ts';
import { arrivedOf, totalUnits } from '../../orders/decide.ts';
import { EXCHANGED_BEFORE, GIVEN_BACK_BEFORE } from '../../orders/paid-before.ts';
import { endReservations } from '../../orders/reservations.ts';
import { PAYOUT, payoutIs, payoutIsNot, SETTLED } from '../../payouts/life.ts';
import { isFor, isOfEntry, REASON } from '../../payouts/reasons.ts';
import { isPricedAfter, type Moment } from '../../pricing/prices-of-now.ts';
import type { Market } from '../../pricing/terms.ts';
import type { Queryable } from '../../store/database.ts';
import type { Engine } from '../context.ts';
import { type Lease, underLease } from '../lease.ts';
import { eachOrder, pageThrough } from './each-order.ts';
import { type Exchangeable, type PlannedExchange, planExchange, writeExchanges } from './exchange-orders.ts';
import { complete, refund } from './finish.ts';
import { InTurn } from './in-turn.ts';
import { isAboveMost, judgedAt, loadOrders, type OpenOrder, payoutAssets } from './load-orders.ts';
import { refundDeposits } from './refund.ts';
import { screenOrders } from './screen-orders.ts';

const { frozen, exchanging } = ORDER_STATUS;

/**
 * Does what was decided about frozen orders: exchange what arrived at the rate of now, or give it back. All are looked
 * at, some at a time, so that those who have to wait are in nobody's way; only some orders, if these are named.
 */
export async function resolveOrders(
  engine: Engine,
  lease: Lease,
  only: readonly string[] | null = null,
): Promise<void> {
  await pageThrough(
    (after, most) => resolvedOrders(engine.database, after, most, only),
    (ids) => resolveSome(engine, lease, ids),
  );
}

/** Without those for which there is nothing to do yet. */
export async function resolvedOrders(
  client: Queryable,
  after: number,
  most: number,
  only: readonly string[] | null,
): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>({
    name: 'resolved-orders',
    text: `
      SELECT o.id FROM orders o
       WHERE o.status = ${frozen} AND o.resolution IS NOT NULL AND o.id > $1
         AND ($3::text[] IS NULL OR o.no = ANY ($3)) AND CASE o.resolution
             -- What was exchanged before the store went back is not given back, nor the other way round.
             WHEN 'exchange' THEN ${EXCHANGED_BEFORE} OR NOT EXISTS (
                  SELECT 1 FROM deposit d WHERE d.order_id = o.id AND d.asset_id = o.asset_id AND d.units >= o.dust_units
                     AND d.use IS NULL AND ${GIVEN_BACK_BEFORE})
             ELSE NOT ${EXCHANGED_BEFORE} AND ( o.refund_address IS NOT NULL AND EXISTS (
                  SELECT 1 FROM deposit d WHERE d.order_id = o.id AND ${depositIs('d', DEPOSIT.confirmed)} AND d.use IS NULL)
                  -- Or all has been given back, and a transfer for which it waited has vanished since.
                  OR (EXISTS (SELECT 1 FROM deposit d WHERE d.order_id = o.id AND ${isUsedFor('d', USE.refund)})
                      OR EXISTS (SELECT 1 FROM payout p WHERE p.order_id = o.id AND ${isFor('p', REASON.entryRefund)}))
                 AND NOT EXISTS (SELECT 1 FROM deposit d WHERE d.order_id = o.id AND d.use IS NULL AND ${depositIsNot('d', DEPOSIT.gone)})
                 AND NOT EXISTS (SELECT 1 FROM payout p WHERE p.order_id = o.id AND ${payoutIsNot('p', ...SETTLED)})) END
       ORDER BY o.id LIMIT $2`,
    values: [after, most, only],
  });
  return rows.map(({ id }) => id);
}

async function resolveSome(engine: Engine, lease: Lease, ids: readonly number[]): Promise<void> {
  // Where the money goes may have been said only now.
  const isHit = await screenOrders(engine, lease, await loadOrders(engine.database, ids, false));
  const turn = new InTurn(await engine.market());
  const exchanged = await underLease(engine.database, lease, async (client) => {
    const orders = (await loadOrders(client, ids, true)).filter(isResolved);
    await lockTreasury(client, payoutAssets(orders));
    // Whoever decides gives up what was promised.
    await endReservations(
      client,
      orders.map(({ id }) => id),
    );
    const treasury = await readTreasury(client);
    const day = await openDay(
      client,
      orders.filter(isToExchange),
      turn.market(engine.clock()).settings,
      engine.clock(),
    );
    const items = orders.map((order) => ({ order: { ...order, reserved: new Map() } }));
    const done: PlannedExchange[] = [];
    await eachOrder(engine, client, items, async ({ order }) => {
      const at = engine.clock();
      const market = turn.market(at);
      const toExchange = order.resolution === 'exchange' ? arrived(order, at) : undefined;
      // Where screening froze it, somebody who may has decided nevertheless.
      const hit = order.freezeReason === 'SCREENING' ? false : isHit(order, toExchange?.deposits);
      if (hit === null) return;
      if (hit) await refreeze(client, order, at);
      else if (toExchange !== undefined) {
        const plan = await exchangeNow(client, order, toExchange, { market, treasury, day }, at);
        if (plan === null) return;
        turn.take(plan);
        done.push(plan);
      } else {
        if (order.freezeReason === 'SCREENING') await quarantine(client, cameLater(order), at);
        await giveBack(client, order, market, at);
      }
    });
    return done;
  });
  turn.note(engine, exchanged);
}

/** What the store has just been told that it had forgotten counts as well. */
function isResolved({ status, resolution, wasExchanged }: OpenOrder): boolean {
  return status === frozen && resolution !== null && !(resolution === 'refund' && wasExchanged);
}

export function isToExchange({ resolution, hasOutputs }: OpenOrder): boolean {
  return resolution === 'exchange' && !hasOutputs;
}

async function refreeze(client: Queryable, { id, deposits }: OpenOrder, at: number): Promise<void> {
  await quarantine(
    client,
    deposits.map((deposit) => deposit.id),
    at,
  );
  await client.query("UPDATE orders SET freeze_reason = 'SCREENING', resolution = NULL WHERE id = $1", [id]);
}

/** What an exchange goes by. */
interface Means {
  readonly market: Market;
  readonly treasury: Treasury;
  readonly day: DayRoom;
}

/** Returns what it has exchanged only now. */
async function exchangeNow(
  client: Queryable,
  order: OpenOrder,
  toExchange: Exchangeable,
  means: Means,
  at: number,
): Promise<PlannedExchange | null> {
  // An order that was accepted before and then held has its outputs already: it only goes on.
  const plan = order.hasOutputs ? null : await exchangeArrived(client, order, toExchange, means, at);
  const mayGoOn = order.hasOutputs ? !(await lacksDeposit(client, order)) : plan !== null;
  if (!mayGoOn) return null;
  await releaseExchanged(client, [order.id]);
  await changeStatus(client, { orderIds: [order.id], from: frozen, to: exchanging, cause: 'exchange', at });
  await client.query('UPDATE orders SET resolution = NULL, freeze_reason = NULL WHERE id = $1', [order.id]);
  // Its outputs may have arrived while it was held.
  if (order.hasOutputs) await complete(client, [order.id], at);
  return plan;
}

/**
 * Whether outputs wait for a deposit that was rolled back: they are not signed before it is there again. Until then the
 * order stays frozen, or it would be in exchange for ever.
 */
async function lacksDeposit(client: Queryable, { id }: OpenOrder): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'lacks-deposit',
    text: `
      SELECT 1 FROM payout p JOIN deposit d ON d.order_id = p.order_id AND ${isUsedFor('d', USE.exchange)}
         AND ${depositIsNot('d', DEPOSIT.confirmed)}
       WHERE p.order_id = $1 AND ${isOfEntry('p')} AND ${payoutIs('p', PAYOUT.ready)} LIMIT 1`,
    values: [id],
  });
  return rowCount !== 0;
}

/**
 * What came after screening had stopped an order: whoever decided about the order has not decided about that, and nobody was
 * asked. It is not exchanged with the rest, and goes back by itself.
 */
function cameLater({ deposits, frozenAt }: OpenOrder): number[] {
  return deposits
    .filter(({ confirmedAt, isQuarantined }) => confirmedAt > frozenAt && !isQuarantined)
    .map(({ id }) => id);
}

/** What has arrived and is to be exchanged; nothing while more of it is awaited. */
export function arrived(order: OpenOrder, at: number): Exchangeable {
  const later = order.freezeReason === 'SCREENING' ? cameLater(order) : [];
  const known = order.deposits.filter(({ id }) => !later.includes(id));
  const deposits = arrivedOf(order, known, judgedAt(order, at));
  return { deposits: deposits.map(({ id }) => id), units: totalUnits(deposits) };
}

async function exchangeArrived(
  client: Queryable,
  order: OpenOrder,
  toExchange: Exchangeable,
  { market, treasury, day }: Means,
  at: number,
): Promise<PlannedExchange | null> {
  const { units } = toExchange;
  if (units === 0n) return null;
  const excess = day.excessOf(order, units, market);
  const isBeyond = isAboveMost(order, units, market) || (excess !== null && !day.hasRoomFor(excess));
  // What was exchanged before the store went back has been.
  if (isBeyond && !order.isUnlimited && !order.wasExchanged) {
    await stopAtLimits(client, order);
    return null;
  }
  if (awaitedCoins(order, market).length > 0) return null;
  const plan = planExchange(order, toExchange, 'float', market, treasury, excess);
  // What cannot be exchanged goes back to whoever decides: they may still choose a refund.
  if (typeof plan === 'string' && plan !== 'no price')
    await client.query('UPDATE orders SET resolution = NULL WHERE id = $1', [order.id]);
  if (typeof plan === 'string') return null;
  await writeExchanges(client, [plan], at);
  if (excess !== null) day.take(excess);
  return plan;
}

/**
 * Whoever decides chooses the moment: at a price of before they would choose the price as well, and it waits for the next one of
 * these coins. What was exchanged before the store went back was not decided now.
 */
export function awaitedCoins(
  { resolvedAt, wasExchanged, assetId, entries }: OpenOrder,
  market: Moment,
): string[] {
  if (resolvedAt === 0 || wasExchanged) return [];
  const assets = [assetId, ...entries.map((entry) => entry.assetId)].map((id) => market.catalogue.get(id));
  const coins = [...new Set(assets.map(({ abbr }) => abbr))];
  return coins.filter((abbr) => !isPricedAfter(market, { abbr }, resolvedAt));
}

/** It can be given back; to exchange it is an operator's to decide. */
async function stopAtLimits(client: Queryable, { id }: OpenOrder): Promise<void> {
  await client.query({
    name: 'stop-at-limits',
    text: `UPDATE orders SET freeze_reason = 'LIMIT', limits = '${LIMITS.exceeded}', resolution = NULL WHERE id = $1`,
    values: [id],
  });
}

async function giveBack(client: Queryable, order: OpenOrder, market: Market, at: number): Promise<void> {
  const open = order.deposits.filter(({ state, isUsed }) => state === DEPOSIT.confirmed && !isUsed);
  const ids = open.map(({ id }) => id);
  await refundDeposits(client, order, ids, market, at);
  // Where nothing was worth its fee there is nothing to wait for.
  await refund(client, [order.id], at);
}
