import { ORDER_STATUS } from '@swapdesk/contract';
import { type Chain, Rejected } from '../chains/chain.ts';
import { changeStatus } from '../orders/change-status.ts';
import type { Engine } from './context.ts';
import { type Lease, underLease } from './lease.ts';

const { exchanging, refunded, frozen } = ORDER_STATUS;
/** A payment that is not in a block is sent again this often: the same bytes, as often as it takes. */
const RESEND_S = 30;
/** Refused for this long, it is an operator's. */
const STUCK_S = 3_600;
const MOST_AT_ONCE = 50;

interface UnminedPayment {
  id: number;
  first_id: number;
  txid: string;
  bytes: Buffer;
  signed_at: number;
}

/**
 * Gives stored payments to the network. Nothing is decided here: bytes that were stored are sent, and sent again until
 * a block has them. That the network refuses them, or does not know them, is told; it is never a reason to pay anew.
 */
export async function sendPayments(engine: Engine, chain: Chain, lease: Lease): Promise<void> {
  const { rows } = await engine.database.query<UnminedPayment>({
    name: 'unmined-payments',
    text: `
      SELECT id, coalesce(replaces, id) AS first_id, txid, bytes, signed_at FROM payment
       WHERE chain_id = $1 AND state IN ('signed', 'sent') AND (state = 'signed' OR sent_at <= $2)
       ORDER BY id LIMIT $3`,
    values: [chain.id, engine.clock() - RESEND_S, MOST_AT_ONCE],
  });
  for (const payment of rows) await send(engine, chain, lease, payment);
}

/** Whether the network has the payment, or one that replaces it: that is why it refuses the others. */
async function isKnown({ database }: Engine, chain: Chain, { first_id }: UnminedPayment): Promise<boolean> {
  const { rows } = await database.query<{ txid: string }>(
    'SELECT txid FROM payment WHERE id = $1 OR replaces = $1',
    [first_id],
  );
  const fates = await Promise.all(rows.map(({ txid }) => chain.fate(txid)));
  return fates.some(({ state }) => state !== 'unknown');
}

/**
 * Its orders wait for an operator, also one that was refunded by it before a reorganisation. Outputs stay signed: whoever
 * looks must make sure that they are not paid.
 */
async function hold(engine: Engine, lease: Lease, payment: UnminedPayment, error: Rejected): Promise<void> {
  const at = engine.clock();
  const reason = `the network refuses its payment: ${error.message}`;
  const held = await underLease(engine.database, lease, async (client) => {
    await client.query(
      "UPDATE payout SET state = 'failed' WHERE payment_id = $1 AND purpose = 'refund' AND state = 'signed'",
      [payment.first_id],
    );
    const { rows } = await client.query<{ order_id: number; purpose: 'output' | 'refund' }>(
      'SELECT DISTINCT order_id, purpose FROM payout WHERE payment_id = $1',
      [payment.first_id],
    );
    const ordersFor = (purpose: string) =>
      rows.filter((row) => row.purpose === purpose).map(({ order_id }) => order_id);
    const change = { to: frozen, reason, at };
    const ids = [
      ...(await changeStatus(client, {
        ...change,
        orderIds: ordersFor('output'),
        from: exchanging,
        cause: 'held',
      })),
      ...(await changeStatus(client, {
        ...change,
        orderIds: ordersFor('refund'),
        from: refunded,
        cause: 'refund undone',
      })),
    ];
    await client.query("UPDATE orders SET freeze_reason = 'OPERATOR' WHERE id = ANY ($1::bigint[])", [ids]);
    return ids;
  });
  engine.warn({ err: error, payment: payment.id, orders: held }, 'the network refuses a payment');
}

async function send(engine: Engine, chain: Chain, lease: Lease, payment: UnminedPayment): Promise<void> {
  try {
    await chain.broadcast(payment.bytes);
  } catch (error) {
    if (!(error instanceof Rejected)) throw error;
    const isOld = engine.clock() - payment.signed_at > STUCK_S;
    if (isOld && !(await isKnown(engine, chain, payment))) await hold(engine, lease, payment, error);
  }
  const at = engine.clock();
  await underLease(engine.database, lease, async (client) => {
    await client.query({
      name: 'payment-sent',
      text: "UPDATE payment SET state = 'sent', sent_at = $2 WHERE id = $1 AND state IN ('signed', 'sent')",
      values: [payment.id, at],
    });
    await client.query({
      name: 'entries-sent',
      text: `
        UPDATE order_entry e SET status = 2 FROM payout p
         WHERE p.payment_id = $1 AND p.purpose = 'output' AND e.order_id = p.order_id AND e.entry = p.part AND e.status = 1`,
      values: [payment.first_id],
    });
  });
}
