import { ORDER_STATUS } from '@swapdesk/contract';
import { payCommissions } from '../../affiliates/commission.ts';
import { payoutEventType, tellTransfers } from '../../events/tell.ts';
import { changeStatus } from '../../orders/change-status.ts';
import type { Queryable } from '../../store/database.ts';

const { exchanging, completed, frozen, refunded } = ORDER_STATUS;

/** What the confirmed payments carried has arrived; orders that were waiting for nothing else are done. */
export async function finishOrders(
  client: Queryable,
  paymentIds: readonly number[],
  at: number,
): Promise<void> {
  const { rows } = await client.query<{ order_id: number; purpose: string }>({
    name: 'finish-payouts',
    text: `
      WITH arrived AS (
        UPDATE payout SET state = 'confirmed', finished_at = $2
         WHERE payment_id = ANY ($1::bigint[]) AND state IN ('signed', 'failed')
        RETURNING id, order_id, purpose, part, asset_id, units, (
          SELECT t.txid FROM payment t WHERE t.id = payment_id AND t.state = 'confirmed'
           UNION ALL
          SELECT t.txid FROM payment t WHERE t.replaces = payment_id AND t.state = 'confirmed' LIMIT 1) AS txid
      ), entries AS (
        UPDATE order_entry e SET status = 3, finished_at = $2 FROM arrived a
         WHERE a.purpose <> 'refund' AND e.order_id = a.order_id AND e.entry = a.part
      ), ${tellTransfers('arrived', payoutEventType('confirmed'), '$2')}
      SELECT DISTINCT order_id, purpose FROM arrived`,
    values: [paymentIds, at],
  });
  // Two chains may bring the last two outputs of an order at the same moment; each sees what the other did, because the
  // orders were locked to be told.
  const ordersFor = (...purposes: string[]) =>
    rows.filter(({ purpose }) => purposes.includes(purpose)).map(({ order_id }) => order_id);
  await complete(client, ordersFor('output', 'entry_refund'), at);
  await refund(client, ordersFor('refund', 'entry_refund'), at);
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
              WHERE p.order_id = o.id AND p.purpose <> 'refund' AND p.state NOT IN ('confirmed', 'refunded'))`,
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
             SELECT 1 FROM payout p WHERE p.order_id = o.id AND p.state NOT IN ('confirmed', 'refunded'))
         -- What no block has, and the order could not use, is surplus if it ever comes: nobody waits for it.
         AND NOT EXISTS (SELECT 1 FROM deposit d WHERE d.order_id = o.id AND d.fate IS NULL AND d.state <> 'gone'
                            AND NOT (d.state = 'seen' AND (d.units < o.dust_units OR d.asset_id <> o.asset_id)))`,
    values: [orderIds],
  });
  const ids = rows.map(({ id }) => id);
  await changeStatus(client, { orderIds: ids, from: frozen, to: refunded, cause: 'refunded', at });
}
