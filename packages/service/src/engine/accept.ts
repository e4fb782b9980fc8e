import { ORDER_STATUS } from '@swapdesk/contract';
import { type Free, freeTreasury } from '../ledger/treasury.ts';
import { changeStatus } from '../orders/change-status.ts';
import { type Decision, decide, type FreezeReason } from '../orders/decide.ts';
import type { Market } from '../pricing/terms.ts';
import type { Queryable } from '../store/database.ts';
import type { Engine } from './context.ts';
import { exchangeOrder } from './exchange-order.ts';
import { type Lease, underLease } from './lease.ts';
import { loadOrders, type OpenOrder } from './load-orders.ts';
import { refundDeposits } from './refund.ts';
import { screenOrders } from './screen-orders.ts';

const { sent, frozen, abandoned, exchanging } = ORDER_STATUS;
const MOST_AT_ONCE = 100;

/**
 * Takes up confirmed deposits: accepts the order, freezes it, or gives them back. Each order is asked about at the
 * screening provider first; one about which there is no answer waits, and so does one without a price. Those behind it
 * do not: all are gone through.
 */
export async function acceptDeposits(engine: Engine, lease: Lease): Promise<void> {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const { ids, last } = await undecidedOrders(engine, after);
    await takeUpAll(engine, lease, ids);
    after = ids.length === MOST_AT_ONCE ? last : undefined;
  }
}

async function undecidedOrders(
  { database }: Engine,
  after: number,
): Promise<{ ids: number[]; last: number }> {
  const { rows } = await database.query<{ order_id: number; first: number }>({
    name: 'undecided-orders',
    text: `
      SELECT d.order_id, min(d.id) AS first FROM deposit d JOIN orders o ON o.id = d.order_id
       WHERE d.state = 'confirmed' AND d.fate IS NULL AND CASE
             -- What the order can use, and what has to be given back to somebody who said where to.
             WHEN d.asset_id = o.asset_id AND o.status IN (2, 9) THEN true
             WHEN d.asset_id <> o.asset_id OR o.status IN (3, 4, 5) THEN o.refund_address IS NOT NULL
             ELSE false END
       GROUP BY d.order_id HAVING min(d.id) > $2 ORDER BY first LIMIT $1`,
    values: [MOST_AT_ONCE, after],
  });
  return { ids: rows.map(({ order_id }) => order_id), last: rows.at(-1)?.first ?? after };
}

async function takeUpAll(engine: Engine, lease: Lease, ids: readonly number[]): Promise<void> {
  const screened = await screenOrders(engine, lease, await loadOrders(engine.database, ids, false));
  if (screened.size === 0) return;
  const market = await engine.market();
  await underLease(engine.database, lease, async (client) => {
    const orders = await loadOrders(client, [...screened.keys()], true);
    const free = await freeTreasury(client);
    for (const order of orders) {
      await takeUp(engine, client, order, screened.get(order.id) as boolean, market, free);
    }
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
  const decision = decide(order, order.deposits);
  switch (decision.what) {
    case 'wait':
      return;
    case 'return':
      // What screening has found stays here until an operator has looked.
      if (isHit) return;
      return refundDeposits(client, order, decision.deposits, market, at);
    case 'accept':
      if (isHit) return freeze(client, order, decision, 'SCREENING', at);
      return accept(client, order, decision, market, free, at);
    case 'freeze':
      return freeze(client, order, decision, isHit ? 'SCREENING' : decision.reason, at);
  }
}

/** Exchanges what arrived: a fixed order as agreed, a float order at the rate of now. Without a price it waits. */
async function accept(
  client: Queryable,
  order: OpenOrder,
  decision: Extract<Decision, { units: bigint }>,
  market: Market,
  free: Free,
  at: number,
): Promise<void> {
  const outcome = await exchangeOrder(client, order, decision.units, order.mode, market, free, at);
  if (outcome === 'no price') return;
  if (outcome === 'impossible') return freeze(client, order, decision, 'LIMIT', at);
  await changeStatus(client, { orderIds: [order.id], from: sent, to: exchanging, cause: 'accepted', at });
}

async function freeze(
  client: Queryable,
  order: OpenOrder,
  { units }: Extract<Decision, { units: bigint }>,
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
    text: `
      UPDATE orders SET freeze_reason = $2, received_units = $3, resolution = coalesce(resolution, $4)
       WHERE id = ANY ($1::bigint[])`,
    values: [done, reason, String(units), resolution],
  });
}
