import { type OpenOrder, readOpenOrders } from '../../orders/reading/read-open-orders.ts';
import type { Market } from '../../pricing/terms.ts';
import type { Queryable } from '../../store/database.ts';

export type { OpenDeposit, OpenOrder } from '../../orders/reading/read-open-orders.ts';

/**
 * Orders with their deposits. For update: nobody else changes either before the transaction ends. Deposits are locked
 * first, as whoever follows a chain does, and all is read afterwards, when it can no longer change.
 */
export async function loadOrders(
  client: Queryable,
  ids: readonly number[],
  forUpdate: boolean,
): Promise<OpenOrder[]> {
  if (ids.length === 0) return [];
  if (forUpdate) {
    await client.query({
      name: 'lock-deposits',
      text: 'SELECT 1 FROM deposit WHERE order_id = ANY ($1::bigint[]) ORDER BY id FOR UPDATE',
      values: [ids],
    });
    await client.query({
      name: 'lock-orders',
      text: 'SELECT 1 FROM orders WHERE id = ANY ($1::bigint[]) ORDER BY id FOR NO KEY UPDATE',
      values: [ids],
    });
  }
  return readOpenOrders(client, ids);
}

/** All that these orders are paid out in. */
export function payoutAssets(orders: readonly OpenOrder[]): number[] {
  return [...new Set(orders.flatMap(({ entries }) => entries.map(({ assetId }) => assetId)))];
}

/** Whether so much is more than one order may be: a float one by what held when it was placed, a fixed one by what holds now. */
export function isAboveMost(
  { mode, maxUnits, assetId }: OpenOrder,
  units: bigint,
  { catalogue }: Market,
): boolean {
  return units > (mode === 'float' ? maxUnits : catalogue.get(assetId).maxUnits);
}

/** The time by which an order is judged: what its chain did later is not known yet, though it may have happened. */
export function judgedAt({ knownUntil }: OpenOrder, now: number): number {
  return Math.min(knownUntil, now);
}
