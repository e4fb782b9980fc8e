import type { AwaitedPrice } from '@swapdesk/contract';
import { ORDER_STATUS } from '@swapdesk/contract';
import { loadOrders, type OpenOrder } from '../engine/orders/load-orders.ts';
import { arrived, awaitedCoins, isToExchange } from '../engine/orders/resolve.ts';
import { freshnessOf, type Moment } from '../pricing/prices-of-now.ts';
import { whyNoQuote } from '../pricing/rates.ts';
import type { Queryable } from '../store/database.ts';

const { frozen } = ORDER_STATUS;
/** Prices of sources that are well come more often. */
const PATIENCE_S = 60;
const MOST_SHOWN = 300;

/** An order that is to be exchanged, and waits for prices. */
export interface DecidedOrder {
  readonly no: string;
  readonly assetId: number;
  /** What has arrived. */
  readonly units: bigint;
  /** When that was decided. */
  readonly since: number;
  readonly awaits: readonly AwaitedPrice[];
}

/** Orders that somebody has decided to exchange more than a minute ago, and that wait for prices of after that; the first first. */
export async function decidedOrders(client: Queryable, moment: Moment): Promise<DecidedOrder[]> {
  const { rows } = await client.query<{ id: number }>({
    name: 'decided-orders',
    text: `
      SELECT id FROM orders WHERE status = ${frozen} AND resolution = 'exchange' AND resolved_at BETWEEN 1 AND $1
       ORDER BY resolved_at, id LIMIT ${MOST_SHOWN}`,
    values: [moment.now - PATIENCE_S - 1],
  });
  const ids = rows.map(({ id }) => id);
  const orders = new Map((await loadOrders(client, ids, false)).map((order) => [order.id, order]));
  return ids.flatMap((id) => waiting(orders.get(id), moment));
}

/** Nothing, if it does not wait for a price. */
function waiting(order: OpenOrder | undefined, moment: Moment): DecidedOrder[] {
  if (order === undefined || order.wasExchanged || !isToExchange(order)) return [];
  const { units } = arrived(order, moment.now);
  const awaits = units === 0n ? [] : awaitedPrices(order, moment);
  const { no, assetId, resolvedAt: since } = order;
  return awaits.length === 0 ? [] : [{ no, assetId, units, since, awaits }];
}

/** Of its own coins those of before the decision, or in a jump; and all that have no price of now. */
function awaitedPrices(order: OpenOrder, moment: Moment): AwaitedPrice[] {
  const { rates, catalogue } = moment;
  const awaited = awaitedCoins(order, moment);
  const paidOut = order.entries.map(({ assetId }) => catalogue.get(assetId));
  const coins = [
    catalogue.get(order.assetId),
    ...paidOut,
    ...paidOut.map(({ chain }) => catalogue.native(chain)),
  ];
  return [...new Set(coins.map(({ abbr }) => abbr))].flatMap((abbr): AwaitedPrice[] => {
    const price = rates.last(abbr);
    const isAwaited = awaited.includes(abbr);
    if (price === undefined) return [{ abbr, why: 'none' }];
    if (price.stop === 'jump') return [{ abbr, why: 'jump' }];
    if (isAwaited) return [{ abbr, why: price.at <= order.resolvedAt ? 'before' : 'venues' }];
    return whyNoQuote(price, freshnessOf(moment)) === null ? [] : [{ abbr, why: 'stopped' }];
  });
}
