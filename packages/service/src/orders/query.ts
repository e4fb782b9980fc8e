import { MESSAGE, normalizeQueryCode } from '@swapdesk/contract';
import { Refusal } from '../refusal.ts';
import { Batcher, type SharedWork } from '../store/batcher.ts';
import type { Queryable } from '../store/database.ts';
import { tryAgain } from '../store/try-again.ts';
import type { Order } from './order.ts';
import { ordersByQueryCode } from './reading/read-orders.ts';

/**
 * Finds one order by its query code, and makes something of it. Whoever guesses codes learns nothing from the time it takes:
 * where there is no such order, another one is read and the same is made of it, for nobody.
 */
export type FindOrder = <Made = Order>(queryCode: string, make?: (order: Order) => Made) => Promise<Made>;

/** Many that come at once go in several trips: one trip with all of them would keep one processor busy and all others waiting. */
const LIMITS = { lanes: 4, largest: 16, mostWaiting: 20_000 };

/** Whoever wants to know what is found for whom. */
export interface Watching {
  readonly shared: SharedWork<unknown>;
  found(order: Order): void;
}

/** A way to find orders in which queries that come at the same moment share one trip to the store. */
export function orderFinder(database: Queryable, watching: Watching | null = null): FindOrder {
  /** The order that was found last stands in for those that are not there. */
  let other: Order | null = null;
  const batcher = new Batcher(
    async (codes: string[]) => {
      const read = await tryAgain(() => ordersByQueryCode(database, codes, other?.id ?? null));
      const found = new Map(read.map((order) => [order.queryCode, order]));
      return codes.map(
        (code) => found.get(code) ?? read.find(({ id }) => id === other?.id) ?? read[0] ?? null,
      );
    },
    LIMITS,
    watching?.shared,
  );

  return (queryCode, make = (order) => order as never) => {
    const code = normalizeQueryCode(queryCode);
    return batcher.submit(code).then((order) => {
      if (order === null) throw new Refusal(MESSAGE.orderNotFound);
      if (order.queryCode === code) {
        other = order;
        watching?.found(order);
        return make(order);
      }
      try {
        make(order);
      } finally {
        // biome-ignore lint/correctness/noUnsafeFinally: whatever becomes of the other order is nobody's business
        throw new Refusal(MESSAGE.orderNotFound);
      }
    });
  };
}
