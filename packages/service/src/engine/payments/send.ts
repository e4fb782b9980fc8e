import { type Chain, Rejected } from '../../chains/chain.ts';
import { tellTransfers } from '../../events/tell.ts';
import { entriesSent } from '../../payouts/entries.ts';
import { payoutEventType } from '../../payouts/reasons.ts';
import type { Queryable } from '../../store/database.ts';
import type { Engine } from '../context.ts';
import { type Lease, LeaseLost, underLease } from '../lease.ts';
import { holdPayment } from './hold-payment.ts';
import { whyNotSigned } from './may-sign.ts';

/** A payment that is not in a block is sent again this often: the same bytes, as often as it takes. */
const RESEND_S = 30;
/** Refused for this long without a break, it is an operator's. */
const STUCK_S = 3_600;
const MOST_AT_ONCE = 200;

export interface UnminedPayment {
  readonly id: number;
  /** The first of those that replace one another. */
  readonly first_id: number;
  readonly txid: string;
  readonly bytes: Buffer;
  readonly refused_at: number;
  /** When it was tried last; 0: never, 1: once, in vain. */
  readonly sent_at: number;
  /** `signed`: the network was never given it. */
  readonly state: 'signed' | 'sent';
}

/**
 * Gives stored payments to the network. Nothing is decided here: bytes that were stored are sent, and sent again until
 * a block has them. That the network refuses them, or does not know them, is told; it is never a reason to pay anew.
 * Of those that replace one another only the newest is sent, and none if one is in a block, or if a cancel is signed in their
 * place and may be sent. One that is to be cancelled but cannot be goes on being sent: its number would block all behind it.
 * After a reorganisation it is the one that was in the block: the others had been given up for it.
 * While nothing is signed, what the network was never given is not sent either: it waits as if it were not signed.
 */
export async function sendPayments(engine: Engine, chain: Chain, lease: Lease): Promise<void> {
  const isStopped = await isSigningStopped(engine, chain);
  const { rows } = await engine.database.query<UnminedPayment>({
    name: 'unmined-payments',
    text: `
      SELECT p.id, first.id AS first_id, p.txid, p.bytes, p.refused_at, p.sent_at, p.state
        FROM payment p JOIN payment first ON first.id = coalesce(p.replaces, p.id)
       WHERE p.chain_id = $1 AND (p.state = 'sent' OR p.state = 'signed' AND $4) AND p.sent_at <= $2
         -- Of what an operator has booked as ours nobody has the bytes.
         AND p.bytes <> ''
         AND NOT (p.purpose <> 'cancel' AND first.cancel_at > 0 AND (p.state = 'signed' OR EXISTS (
             SELECT 1 FROM payment c WHERE c.replaces = first.id AND c.purpose = 'cancel'
                AND (c.state = 'signed' AND $4 OR c.state NOT IN ('signed', 'replaced')))))
         AND NOT EXISTS (
             SELECT 1 FROM payment f
              WHERE (f.id = first.id OR f.replaces = first.id)
                AND (f.state IN ('mined', 'confirmed') OR f.id > p.id AND f.state <> 'replaced'
                     -- What the network was never given, and is not given now, stands in nobody's way.
                     AND NOT (f.state = 'signed' AND (NOT $4 OR f.purpose <> 'cancel' AND first.cancel_at > 0))))
       ORDER BY p.id LIMIT $3`,
    values: [chain.id, engine.clock() - RESEND_S, MOST_AT_ONCE, !isStopped],
  });
  let sent: UnminedPayment[] = [];
  let markedAt = engine.clock();
  const mark = async () => {
    const given = sent;
    sent = [];
    markedAt = engine.clock();
    if (given.length === 0) return;
    await underLease(engine.database, lease, (client) => markSent(client, given, engine.clock()));
  };
  for (const payment of rows) {
    // Together, but every second at least: whoever has lost the lease stops, and whoever crashes sends the same once more.
    if (engine.clock() !== markedAt) await mark();
    try {
      if (payment.state === 'signed' && (await isSigningStopped(engine, chain))) continue;
      const refusal = await broadcast(chain, payment);
      if (refusal === null) sent.push(payment);
      else await refused(engine, lease, payment, refusal);
    } catch (error) {
      if (error instanceof LeaseLost) throw error;
      // Whatever is wrong with one, the others are sent.
      await failed(engine, chain, lease, payment, error);
    }
  }
  await mark();
}

async function isSigningStopped({ database, record }: Engine, chain: Chain): Promise<boolean> {
  return (await whyNotSigned(database, chain.id, record)) !== null;
}

/**
 * Nobody knows whether the network has it. It is tried again at once, as an answer may get lost; then as often as any other.
 * That a node does not take it is told the first time: some take no replacement of what they have.
 */
async function failed(
  engine: Engine,
  chain: Chain,
  lease: Lease,
  { id, sent_at }: UnminedPayment,
  error: unknown,
): Promise<void> {
  const isFirst = sent_at === 0;
  await underLease(engine.database, lease, (client) =>
    client.query({
      name: 'payment-not-sent',
      text: 'UPDATE payment SET sent_at = $2 WHERE id = $1',
      values: [id, isFirst ? 1 : engine.clock()],
    }),
  );
  if (isFirst) engine.warn({ err: error, chain: chain.name, payment: id }, 'a payment could not be sent');
}

async function refused(
  engine: Engine,
  lease: Lease,
  payment: UnminedPayment,
  refusal: Rejected,
): Promise<void> {
  const at = engine.clock();
  const since = payment.refused_at === 0 ? at : payment.refused_at;
  const isStuck = at - since > STUCK_S;
  const held = await underLease(engine.database, lease, async (client) => {
    await client.query('UPDATE payment SET refused_at = $2, sent_at = $3 WHERE id = $1', [
      payment.id,
      since,
      at,
    ]);
    return isStuck
      ? holdPayment(client, payment.first_id, `the network refuses its payment: ${refusal.message}`, at)
      : [];
  });
  if (isStuck)
    engine.warn({ err: refusal, payment: payment.id, orders: held }, 'the network refuses a payment');
}

/** Null if the network has it, one way or the other. */
async function broadcast(chain: Chain, { bytes, txid }: UnminedPayment): Promise<Rejected | null> {
  try {
    await chain.broadcast(bytes);
    return null;
  } catch (error) {
    if (!(error instanceof Rejected)) throw error;
    return (await chain.fate(txid)).state === 'unknown' ? error : null;
  }
}

async function markSent(client: Queryable, payments: readonly UnminedPayment[], at: number): Promise<void> {
  await client.query({
    name: 'payments-sent',
    text: `
      WITH given AS (
        UPDATE payment p SET state = 'sent', sent_at = $2, refused_at = 0 FROM payment before
         WHERE p.id = ANY ($1::bigint[]) AND p.state IN ('signed', 'sent') AND before.id = p.id
        RETURNING coalesce(p.replaces, p.id) AS first_id, p.txid, before.state = 'signed' AND p.purpose = 'payouts' AS is_news
      ), carried AS (
        SELECT o.id, o.order_id, o.reason, o.asset_id, o.units, given.txid
          FROM given JOIN payout o ON o.payment_id = given.first_id WHERE given.is_news
      ), ${tellTransfers('carried', payoutEventType('sent'), '$2')}
      SELECT FROM given`,
    values: [payments.map(({ id }) => id), at],
  });
  await entriesSent(
    client,
    payments.map(({ first_id }) => first_id),
  );
}
