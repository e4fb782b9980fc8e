import { ORDER_STATUS } from '@swapdesk/contract';
import { type Free, freeTreasury } from '../ledger/treasury.ts';
import { changeStatus } from '../orders/change-status.ts';
import { decide, type FreezeReason, type OwnDecision } from '../orders/decide.ts';
import type { Market } from '../pricing/terms.ts';
import type { Queryable } from '../store/database.ts';
import type { Engine } from './context.ts';
import { eachOrder } from './each-order.ts';
import { exchangeOrder } from './exchange-order.ts';
import { type Lease, underLease } from './lease.ts';
import { loadOrders, type OpenOrder } from './load-orders.ts';
import { refundDeposits } from './refund.ts';
import { screenOrders } from './screen-orders.ts';

const { waiting, sent, expired, frozen, abandoned, exchanging } = ORDER_STATUS;
const MOST_AT_ONCE = 100;

/** Takes up all confirmed deposits that nothing has been decided about, some orders at a time. */
export async function acceptDeposits(engine: Engine, lease: Lease): Promise<void> {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const ids = await undecidedOrders(engine.database, after);
    if (ids.length > 0) await takeUpOrders(engine, lease, ids);
    after = ids.length < MOST_AT_ONCE ? undefined : ids.at(-1);
  }
}

/** In the order of their ids, beyond the one given: those that have to wait keep nobody else waiting. */
async function undecidedOrders(client: Queryable, after: number): Promise<number[]> {
  const { rows } = await client.query<{ order_id: number }>({
    name: 'undecided-orders',
    text: `
      SELECT DISTINCT d.order_id FROM deposit d JOIN orders o ON o.id = d.order_id
       WHERE d.state = 'confirmed' AND d.fate IS NULL AND d.order_id > $1 AND CASE
             -- What the order can use, and what has to be given back to somebody who said where to.
             WHEN d.asset_id = o.asset_id AND o.status IN (1, 2, 8, 9) THEN true
             WHEN d.asset_id <> o.asset_id OR o.status IN (3, 4, 5) THEN o.refund_address IS NOT NULL
             ELSE false END
       ORDER BY d.order_id LIMIT $2`,
    values: [after, MOST_AT_ONCE],
  });
  return rows.map(({ order_id }) => order_id);
}

/**
 * Accepts the orders, freezes them, or gives back what they cannot use. The screening provider is asked about each
 * first; one about which there is no answer waits.
 */
async function takeUpOrders(engine: Engine, lease: Lease, ids: readonly number[]): Promise<void> {
  const isHit = await screenOrders(engine, lease, await loadOrders(engine.database, ids, false));
  const market = await engine.market();
  await underLease(engine.database, lease, async (client) => {
    const orders = await loadOrders(client, ids, true);
    const free = await freeTreasury(client);
    await eachOrder(engine, client, orders, async (order) => {
      const hit = isHit(order);
      if (hit !== null) await takeUp(engine, client, order, hit, market, free);
    });
  });
}

async function takeUp(
  engine: Engine,
  client: Queryable,
  order: OpenOrder,
  isHit: boolean,
  market: Market,
  free: Free,
): Promise<void> {
  const at = engine.clock();
  const { own, giveBack } = decide(order, order.deposits);
  // What nobody may have is not given back either; an operator finds it among the undecided.
  if (!isHit) await refundDeposits(client, order, giveBack, market, at);
  if (own.what === 'wait') return;
  await markSent(client, order, at);
  if (isHit) await freeze(client, order, own, 'SCREENING', at);
  else if (own.what === 'freeze') await freeze(client, order, own, own.reason, at);
  else await accept(client, order, own, market, free, at);
}

/** A deposit that vanished and came back may find its order waiting again, or expired. */
async function markSent(client: Queryable, { id, status }: OpenOrder, at: number): Promise<void> {
  if (status !== waiting && status !== expired) return;
  await changeStatus(client, { orderIds: [id], from: status, to: sent, cause: 'seen', at });
}

type Arrived = Extract<OwnDecision, { units: bigint }>;

/** Exchanges what arrived: a fixed order as agreed, a float order at the rate of now. Without a price it waits. */
async function accept(
  client: Queryable,
  order: OpenOrder,
  arrived: Arrived,
  market: Market,
  free: Free,
  at: number,
): Promise<void> {
  const outcome = await exchangeOrder(client, order, arrived.units, order.mode, market, free, at);
  if (outcome === 'impossible') await freeze(client, order, arrived, 'LIMIT', at);
  if (outcome !== 'done') return;
  await changeStatus(client, { orderIds: [order.id], from: sent, to: exchanging, cause: 'accepted', at });
}

async function freeze(
  client: Queryable,
  order: OpenOrder,
  { units }: Arrived,
  reason: FreezeReason,
  at: number,
): Promise<void> {
  const from = order.status === abandoned ? abandoned : sent;
  const cause = from === abandoned ? 'unexpected' : 'mismatch';
  const done = await changeStatus(client, { orderIds: [order.id], from, to: frozen, cause, reason, at });
  // What the client wanted in such a case is known already, unless it is not theirs to want.
  const resolution = reason === 'SCREENING' || order.onMismatch === 'ask' ? null : order.onMismatch;
  await client.query({
    name: 'freeze-order',
    text: 'UPDATE orders SET freeze_reason = $2, received_units = $3, resolution = $4 WHERE id = ANY ($1::bigint[])',
    values: [done, reason, String(units), resolution],
  });
}
