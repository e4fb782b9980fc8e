import { ORDER_STATUS, type OrderStatus } from '@swapdesk/contract';
import { changeStatus } from '../../orders/change-status.ts';
import type { Cause } from '../../orders/life.ts';
import type { Engine } from '../context.ts';
import { type Lease, underLease } from '../lease.ts';

const { waiting, expired, abandoned } = ORDER_STATUS;
const MOST_AT_ONCE = 500;

/** Ends the time of orders: without a deposit they expire, and are abandoned when the late window ends. */
export async function expireOrders(engine: Engine, lease: Lease): Promise<boolean> {
  const late = await end(engine, lease, 'expires_at', waiting, expired, 'expired');
  const over = await end(engine, lease, 'late_until', expired, abandoned, 'abandoned');
  return late || over;
}

async function end(
  engine: Engine,
  lease: Lease,
  column: 'expires_at' | 'late_until',
  from: OrderStatus,
  to: OrderStatus,
  cause: Cause,
): Promise<boolean> {
  const at = engine.clock();
  const { rows } = await engine.database.query<{ id: number }>({
    name: `ended-${column}`,
    // The status is part of the text, so that the partial index of that status is used.
    text: `SELECT id FROM orders WHERE status = ${from} AND ${column} < $1 ORDER BY ${column} LIMIT $2`,
    values: [at, MOST_AT_ONCE],
  });
  if (rows.length === 0) return false;
  const orderIds = rows.map(({ id }) => id);
  await underLease(engine.database, lease, (client) =>
    changeStatus(client, { orderIds, from, to, cause, at }),
  );
  return rows.length === MOST_AT_ONCE;
}
