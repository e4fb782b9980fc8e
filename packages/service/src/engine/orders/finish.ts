import { ORDER_STATUS } from '@swapdesk/contract';
import { payCommissions } from '../../affiliates/commission.ts';
import { settled } from '../../affiliates/settlements.ts';
import { DEPOSIT, depositIs, depositIsNot } from '../../deposits/life.ts';
import { changeStatus } from '../../orders/change-status.ts';
import { type InChain, payoutsArrived } from '../../payouts/change-payouts.ts';
import { payoutIsNot, SETTLED } from '../../payouts/life.ts';
import { isOfEntry, ordersOf } from '../../payouts/reasons.ts';
import type { Queryable } from '../../store/database.ts';

const { exchanging, completed, frozen, refunded } = ORDER_STATUS;

/** What the confirmed payments carried has arrived; orders that were waiting for nothing else are done, commissions settled. */
export async function finishOrders(
  client: Queryable,
  payments: readonly InChain[],
  at: number,
): Promise<void> {
  const arrived = await payoutsArrived(client, payments, at);
  // Two chains may bring the last two outputs of an order at the same moment; each sees what the other did, because the
  // orders were locked to be told.
  const { paid, givenBack } = ordersOf(arrived);
  await complete(client, paid, at);
  await refund(client, givenBack, at);
  await settled(
    client,
    arrived.flatMap(({ settlement_id }) => settlement_id ?? []),
    at,
  );
}

/** Completed, if every output has arrived, or what is given back instead of it. */
export async function complete(client: Queryable, orderIds: readonly number[], at: number): Promise<void> {
  if (orderIds.length === 0) return;
  const { rows } = await client.query<{ id: number }>({
    name: 'fully-paid',
    text: `
      SELECT o.id FROM orders o
       WHERE o.id = ANY ($1::bigint[]) AND NOT EXISTS (
             SELECT 1 FROM payout p
              WHERE p.order_id = o.id AND ${isOfEntry('p')} AND ${payoutIsNot('p', ...SETTLED)})`,
    values: [orderIds],
  });
  const done = await changeStatus(client, {
    orderIds: rows.map(({ id }) => id),
    from: exchanging,
    to: completed,
    cause: 'completed',
    at,
  });
  await payCommissions(client, done, at);
}

/** Refunded, if that is how it was resolved: surplus that is given back to a completed order changes nothing. */
export async function refund(client: Queryable, orderIds: readonly number[], at: number): Promise<void> {
  if (orderIds.length === 0) return;
  const { rows } = await client.query<{ id: number }>({
    name: 'fully-refunded',
    text: `
      SELECT o.id FROM orders o
       WHERE o.id = ANY ($1::bigint[]) AND o.resolution = 'refund'
         AND NOT EXISTS (
             SELECT 1 FROM payout p WHERE p.order_id = o.id AND ${payoutIsNot('p', ...SETTLED)})
         -- What no block has, and the order could not use, is surplus if it ever comes: nobody waits for it.
         AND NOT EXISTS (SELECT 1 FROM deposit d WHERE d.order_id = o.id AND d.use IS NULL AND ${depositIsNot('d', DEPOSIT.gone)}
                            AND NOT (${depositIs('d', DEPOSIT.seen)} AND (d.units < o.dust_units OR d.asset_id <> o.asset_id)))`,
    values: [orderIds],
  });
  const ids = rows.map(({ id }) => id);
  await changeStatus(client, { orderIds: ids, from: frozen, to: refunded, cause: 'refunded', at });
}
