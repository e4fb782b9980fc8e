import { MESSAGE, normalizeQueryCode } from '@swapdesk/contract';
import { Refusal } from '../refusal.ts';
import { Batcher } from '../store/batcher.ts';
import type { Database } from '../store/database.ts';
import type { Order } from './order.ts';
import { ordersByQueryCode } from './read-orders.ts';

/** Finds one order by its query code. */
export type FindOrder = (queryCode: string) => Promise<Order>;

const LIMITS = { lanes: 4, largest: 64, mostWaiting: 20_000 };

/** A way to find orders in which queries that come at the same moment share one trip to the store. */
export function orderFinder(database: Database): FindOrder {
  const batcher = new Batcher(async (codes: string[]) => {
    const found = new Map(
      (await ordersByQueryCode(database, codes)).map((order) => [order.queryCode, order]),
    );
    return codes.map((code) => found.get(code) ?? null);
  }, LIMITS);

  return async (queryCode) => {
    // A code that cannot be one is looked up all the same: a miss takes as long as a hit.
    const order = await batcher.submit(normalizeQueryCode(queryCode));
    if (order === null) throw new Refusal(MESSAGE.orderNotFound);
    return order;
  };
}
