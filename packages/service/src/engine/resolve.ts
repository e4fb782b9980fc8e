import { ORDER_STATUS } from '@swapdesk/contract';
import { type Free, freeTreasury } from '../ledger/treasury.ts';
import { changeStatus } from '../orders/change-status.ts';
import type { Market } from '../pricing/terms.ts';
import type { Queryable } from '../store/database.ts';
import type { Engine } from './context.ts';
import { exchangeOrder } from './exchange-order.ts';
import { complete, refund } from './finish.ts';
import { type Lease, underLease } from './lease.ts';
import { loadOrders, type OpenOrder } from './load-orders.ts';
import { refundDeposits } from './refund.ts';
import { screenOrders } from './screen-orders.ts';

const { frozen, exchanging } = ORDER_STATUS;
const MOST_AT_ONCE = 100;

/** Does what was decided about frozen orders: exchange what arrived at the rate of now, or give it back. */
export async function resolveOrders(engine: Engine, lease: Lease): Promise<void> {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const ids: number[] = await resolvedOrders(engine, after);
    if (ids.length > 0) await resolveAll(engine, lease, ids);
    after = ids.length === MOST_AT_ONCE ? ids.at(-1) : undefined;
  }
}

async function resolvedOrders({ database }: Engine, after: number): Promise<number[]> {
  const { rows } = await database.query<{ id: number }>({
    name: 'resolved-orders',
    text: `
      SELECT o.id FROM orders o WHERE o.status = 7 AND o.resolution IS NOT NULL AND o.id > $2 AND (
             o.resolution = 'exchange' OR o.refund_address IS NOT NULL AND EXISTS (
             SELECT 1 FROM deposit d WHERE d.order_id = o.id AND d.state = 'confirmed' AND d.fate IS NULL))
       ORDER BY o.id LIMIT $1`,
    values: [MOST_AT_ONCE, after],
  });
  return rows.map(({ id }) => id);
}

async function resolveAll(engine: Engine, lease: Lease, ids: readonly number[]): Promise<void> {
  // Where the money goes may have been said only now. Where screening froze it, somebody has decided nevertheless.
  const orders = await loadOrders(engine.database, ids, false);
  const screened = await screenOrders(
    engine,
    lease,
    orders.filter(({ freezeReason }) => freezeReason !== 'SCREENING'),
  );
  const market = await engine.market();
  await underLease(engine.database, lease, async (client) => {
    const free = await freeTreasury(client);
    for (const order of await loadOrders(client, ids, true)) {
      if (order.status !== frozen) continue;
      const isHit = order.freezeReason === 'SCREENING' ? false : screened.get(order.id);
      if (isHit === undefined) continue;
      if (isHit) {
        await client.query("UPDATE orders SET freeze_reason = 'SCREENING', resolution = NULL WHERE id = $1", [
          order.id,
        ]);
        continue;
      }
      if (order.resolution === 'exchange') await exchangeNow(client, order, market, free, engine.clock());
      else await giveBack(client, order, market, engine.clock());
    }
  });
}

async function exchangeNow(
  client: Queryable,
  order: OpenOrder,
  market: Market,
  free: Free,
  at: number,
): Promise<void> {
  const own = order.deposits.filter(({ assetId, isUsed }) => assetId === order.assetId && !isUsed);
  // A transfer that is still under way belongs to it.
  if (own.some(({ state }) => state === 'seen' || state === 'mined')) return;
  const units = own.reduce((sum, deposit) => (deposit.state === 'confirmed' ? sum + deposit.units : sum), 0n);
  // An order that was accepted before and then held has its outputs already: it only goes on.
  const wasAccepted = order.deposits.some(({ assetId, isUsed }) => assetId === order.assetId && isUsed);
  if (!wasAccepted) {
    if (units === 0n) return;
    const outcome = await exchangeOrder(client, order, units, 'float', market, free, at);
    // What cannot be exchanged goes back to whoever decides: they may still choose a refund.
    if (outcome === 'impossible')
      await client.query('UPDATE orders SET resolution = NULL WHERE id = $1', [order.id]);
    if (outcome !== 'done') return;
  }
  await changeStatus(client, { orderIds: [order.id], from: frozen, to: exchanging, cause: 'exchange', at });
  // Its outputs may have been confirmed while it was held.
  if (wasAccepted) await complete(client, [order.id], at);
}

async function giveBack(client: Queryable, order: OpenOrder, market: Market, at: number): Promise<void> {
  const open = order.deposits.filter(({ state, isUsed }) => state === 'confirmed' && !isUsed);
  const ids = open.map(({ id }) => id);
  await refundDeposits(client, order, ids, market, at);
  // Where nothing was worth its fee there is nothing to wait for.
  await refund(client, [order.id], at);
}
