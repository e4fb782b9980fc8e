import type pg from 'pg';
import type { Engine } from './context.ts';
import type { OpenOrder } from './load-orders.ts';

/** Works on orders one by one: one that fails is left as it was, told of, and stops none of the others. */
export async function eachOrder(
  engine: Engine,
  client: pg.PoolClient,
  orders: readonly OpenOrder[],
  work: (order: OpenOrder) => Promise<void>,
): Promise<void> {
  for (const order of orders) {
    await client.query('SAVEPOINT this_order');
    try {
      await work(order);
      await client.query('RELEASE SAVEPOINT this_order');
    } catch (error) {
      await client.query('ROLLBACK TO SAVEPOINT this_order');
      engine.warn({ err: error, order: order.id }, 'an order cannot be moved');
    }
  }
}
