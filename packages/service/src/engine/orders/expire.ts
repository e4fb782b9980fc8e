import { ORDER_STATUS, type OrderStatus } from '@swapdesk/contract';
import { DEPOSIT, depositIs, depositIsNot, IN_BLOCK } from '../../deposits/life.ts';
import { changeStatus } from '../../orders/change-status.ts';
import type { Cause } from '../../orders/life.ts';
import { endReservations } from '../../orders/reservations.ts';
import { MINED_GRACE_S } from '../../pricing/fixed-wait.ts';
import type { Engine } from '../context.ts';
import { type Lease, underLease } from '../lease.ts';

const { waiting, expired, abandoned, frozen } = ORDER_STATUS;
const MOST_AT_ONCE = 500;
/**
 * So long after an order's end a transfer that was seen before it is known: longer than TRON takes to solidify a block, and than
 * the clocks of most who make blocks are off.
 */
const UNSEEN_S = 120;

/**
 * Ends the time of orders: without a deposit they expire, and are abandoned when the late window ends. What they promised
 * is free again when nothing can be honoured any more.
 */
export async function expireOrders(engine: Engine, lease: Lease): Promise<boolean> {
  const late = await end(engine, lease, 'expires_at', waiting, expired, 'expired');
  const over = await end(engine, lease, 'late_until', expired, abandoned, 'abandoned');
  const free = await endPromises(engine, lease);
  return late || over || free;
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
  await underLease(engine.database, lease, async (client) => {
    const ended = await changeStatus(client, { orderIds, from, to, cause, at });
    if (to === abandoned) await endReservations(client, ended);
  });
  return rows.length === MOST_AT_ONCE;
}

/**
 * Fixed orders past their grace that no block has paid in time; one that is frozen for less, as agreed by a single transfer. And
 * those past their end for which nothing was seen: who places and does not pay keeps nobody waiting. What happened on their
 * chain until then must be known.
 */
async function endPromises(engine: Engine, lease: Lease): Promise<boolean> {
  const { rows } = await engine.database.query<{ order_id: number }>({
    name: 'ended-promises',
    text: `
      SELECT DISTINCT r.order_id
        FROM reservation r JOIN orders o ON o.id = r.order_id JOIN asset a ON a.id = o.asset_id
        JOIN chain_known k ON k.chain_id = a.chain_id
       WHERE r.until < least($1, k.until) + ${MINED_GRACE_S - UNSEEN_S} AND NOT EXISTS (
             SELECT 1 FROM deposit d
              WHERE d.order_id = o.id AND d.asset_id = o.asset_id AND d.units >= o.dust_units AND d.use IS NULL
                AND d.seen_at <= o.expires_at AND CASE
                    WHEN r.until < least($1, k.until)
                    THEN ${depositIs('d', ...IN_BLOCK)} AND d.mined_at <= r.until
                         AND (o.status <> ${frozen} OR abs(d.units - o.units) <= o.tolerance_units)
                    ELSE ${depositIsNot('d', DEPOSIT.gone)} END)
         AND (r.until < least($1, k.until) OR o.status = ${expired})
       ORDER BY r.order_id LIMIT $2`,
    values: [engine.clock(), MOST_AT_ONCE],
  });
  const orderIds = rows.map(({ order_id }) => order_id);
  if (orderIds.length === 0) return false;
  await underLease(engine.database, lease, (client) => endReservations(client, orderIds));
  return rows.length === MOST_AT_ONCE;
}
