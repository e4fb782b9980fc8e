import { type Chain, Rejected } from '../chains/chain.ts';
import type { Engine } from './context.ts';
import { type Lease, underLease } from './lease.ts';

/** A payment that is not in a block is sent again this often: the same bytes, as often as it takes. */
const RESEND_S = 30;
/** Sent in vain for this long, an operator should know. */
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

async function send(engine: Engine, chain: Chain, lease: Lease, payment: UnminedPayment): Promise<void> {
  try {
    await chain.broadcast(payment.bytes);
  } catch (error) {
    if (!(error instanceof Rejected)) throw error;
    const { state } = await chain.fate(payment.txid);
    const isStuck = state === 'unknown' && engine.clock() - payment.signed_at > STUCK_S;
    if (isStuck)
      engine.warn({ err: error, chain: chain.name, payment: payment.id }, 'the network refuses a payment');
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
