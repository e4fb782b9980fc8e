import { ORDER_STATUS } from '@swapdesk/contract';
import type { BlockRef, Chain } from '../../chains/chain.ts';
import type { Expiring } from '../../chains/expiry.ts';
import { attemptsExpired, type ExpiredPayment, expiringAttempts } from '../../payments/expire-attempts.ts';
import { payoutsExpired } from '../../payouts/change-payouts.ts';
import { entriesNotSent } from '../../payouts/entries.ts';
import { isOfEntry } from '../../payouts/reasons.ts';
import type { Queryable } from '../../store/database.ts';
import type { Engine } from '../context.ts';
import { followedAt, lastFollowed } from '../followed.ts';
import { type Lease, underLease } from '../lease.ts';
import { holdPayment } from './hold-payment.ts';
import { ordersOfPayment } from './orders-of.ts';

const MOST_AT_ONCE = 200;

/**
 * Ends attempts that the chain has passed: the newest final block that was followed is past their expiry, and the chain says
 * that none of its blocks has them. No clock of ours has a say in it, and until then nothing but the same bytes is sent. Who
 * was to be paid is paid anew, like anybody who is ready; nothing was booked, so nothing is taken back.
 */
export async function expirePayments(
  engine: Engine,
  chain: Expiring & Pick<Chain, 'name'>,
  lease: Lease,
): Promise<void> {
  const attempts = await expiringAttempts(engine.database, chain.id, MOST_AT_ONCE);
  if (attempts.length === 0) return;
  const settled = await settledBlock(engine.database, chain);
  if (settled === null) return;
  const passed = await chain.passedWithout(attempts, settled);
  if (passed.length === 0) return;
  const expired = await underLease(engine.database, lease, async (client) => {
    const payments = await attemptsExpired(client, chain.id, passed, settled);
    await end(client, payments, engine.clock());
    return payments;
  });
  for (const { paymentId, txid, isCancelled } of expired) {
    const orders = await ordersOfPayment(engine.database, paymentId);
    engine.warn(
      { chain: chain.name, payment: paymentId, orders, txid },
      isCancelled
        ? 'a payment has expired, and is cancelled by that'
        : 'a payment has expired before a block took it: what it was to pay is paid anew',
    );
  }
}

/** The newest block that is final, as far as the chain was followed. */
async function settledBlock(client: Queryable, chain: Expiring): Promise<BlockRef | null> {
  const last = await lastFollowed(client, chain.id);
  if (last === null) return null;
  return followedAt(client, chain.id, Math.min(await chain.settled(last.height), last.height));
}

/** What they carried is ready once more, unless somebody has to look first. */
async function end(client: Queryable, payments: readonly ExpiredPayment[], at: number): Promise<void> {
  const ids = payments.map(({ paymentId }) => paymentId);
  await entriesNotSent(client, ids);
  const done = await ofDoneOrders(client, ids);
  const held = payments.filter(({ paymentId, isCancelled }) => isCancelled || done.has(paymentId));
  for (const { paymentId, isCancelled } of held) {
    const why = isCancelled ? 'its payment was cancelled' : 'its payment was undone, and has expired';
    await holdPayment(client, paymentId, why, at);
  }
  await payoutsExpired(
    client,
    ids.filter((id) => !held.some(({ paymentId }) => paymentId === id)),
  );
}

/** Those that had paid an entry or a refund of an order that was done by it: a block that was final is gone, against all rules. */
async function ofDoneOrders(client: Queryable, paymentIds: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await client.query<{ payment_id: number }>({
    name: 'expired-of-done-orders',
    text: `
      SELECT DISTINCT p.payment_id FROM payout p JOIN orders o ON o.id = p.order_id
       WHERE p.payment_id = ANY ($1::bigint[]) AND (${isOfEntry('p')} OR o.status = ${ORDER_STATUS.refunded})
         AND o.status NOT IN (${ORDER_STATUS.exchanging}, ${ORDER_STATUS.frozen})`,
    values: [paymentIds],
  });
  return new Set(rows.map(({ payment_id }) => payment_id));
}
