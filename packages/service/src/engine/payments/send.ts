import { type Chain, Rejected } from '../../chains/chain.ts';
import { ATTEMPT, type AttemptState, attemptIs, attemptIsNot, IN_BLOCK } from '../../payments/life.ts';
import { attemptsSent, noteNotSent, noteRefused } from '../../payments/send-attempts.ts';
import { entriesSent } from '../../payouts/entries.ts';
import type { Queryable } from '../../store/database.ts';
import type { Engine } from '../context.ts';
import { type Lease, LeaseLost, underLease } from '../lease.ts';
import { part } from '../step.ts';
import { holdPayment } from './hold-payment.ts';
import { whyNotSigned } from './may-sign.ts';
import { ordersOfPayment } from './orders-of.ts';

const { signed, sent, replaced } = ATTEMPT;

/** A payment that is not in a block is sent again this often: the same bytes, as often as it takes. */
const RESEND_S = 30;
/** Refused for this long without a break, it is an operator's. */
const STUCK_S = 3_600;
const MOST_AT_ONCE = 200;

export interface UnminedAttempt {
  readonly id: number;
  readonly payment_id: number;
  readonly txid: string;
  readonly bytes: Buffer;
  readonly refused_at: number;
  /** How often it was tried. */
  readonly tries: number;
  /** Signed: the network was never given it. */
  readonly state: AttemptState;
}

/**
 * Gives stored payments to the network. Nothing is decided here: bytes that were stored are sent, and sent again until
 * a block has them. That the network refuses them, or does not know them, is told; it is never a reason to pay anew.
 * Of a payment's attempts only the newest is sent, and none if one is in a block, or if a cancel is signed in their
 * place and may be sent. One that is to be cancelled but cannot be goes on being sent: its nonce would block all behind it;
 * unless it expires, which is how it is cancelled. One whose deposit was gone, and whose nonce is used up for that, is never
 * sent again: it could be paid with what came from others.
 * After a reorganisation it is the one that was in the block: the others had been given up for it.
 * While nothing is signed, what the network was never given is not sent either: it waits as if it were not signed.
 */
export async function sendPayments(engine: Engine, chain: Chain, lease: Lease): Promise<void> {
  const isStopped = await isSigningStopped(engine, chain);
  const { rows } = await engine.database.query<UnminedAttempt>({
    name: 'unmined-payments',
    text: `
      SELECT a.id, a.payment_id, a.txid, a.bytes, a.refused_at, a.tries, a.state
        FROM attempt a JOIN payment p ON p.id = a.payment_id
       WHERE a.chain_id = $1 AND (${attemptIs('a', sent)} OR ${attemptIs('a', signed)} AND $4) AND a.sent_at <= $2
         -- Of what an operator has booked as ours nobody has the bytes.
         AND a.bytes IS NOT NULL
         AND NOT (NOT a.is_cancel AND p.cancel_asked_at > 0 AND (${attemptIs('a', signed)} OR a.expires_at IS NOT NULL OR EXISTS (
             SELECT 1 FROM attempt c WHERE c.payment_id = p.id AND c.is_cancel
                AND (${attemptIs('c', signed)} AND $4 OR ${attemptIsNot('c', signed, replaced)}))))
         AND NOT EXISTS (
             SELECT 1 FROM attempt f
              WHERE f.payment_id = p.id
                AND (${attemptIs('f', ...IN_BLOCK)} OR f.id > a.id AND ${attemptIsNot('f', replaced)}
                     -- What the network was never given, and is not given now, stands in nobody's way.
                     AND NOT (${attemptIs('f', signed)} AND (NOT $4 AND NOT (f.is_cancel AND p.cancel_asked_at = 0)
                                                          OR NOT f.is_cancel AND p.cancel_asked_at > 0))))
       ORDER BY a.id LIMIT $3`,
    values: [chain.id, engine.clock() - RESEND_S, MOST_AT_ONCE, !isStopped],
  });
  let given: UnminedAttempt[] = [];
  let markedAt = engine.clock();
  const mark = async () => {
    const marked = given;
    given = [];
    markedAt = engine.clock();
    if (marked.length === 0) return;
    await underLease(engine.database, lease, (client) => markSent(client, marked, engine.clock()));
  };
  for (const payment of rows) {
    // Together, but every second at least: whoever has lost the lease stops, and whoever crashes sends the same once more.
    if (engine.clock() !== markedAt) await mark();
    try {
      if (payment.state === signed && (await isSigningStopped(engine, chain))) continue;
      const refusal = await part(engine, 'send', { 'swapdesk.payment': payment.payment_id }, () =>
        broadcast(chain, payment),
      );
      if (refusal === null) given.push(payment);
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
  { id, payment_id: payment, tries }: UnminedAttempt,
  error: unknown,
): Promise<void> {
  const isFirst = tries === 0;
  await underLease(engine.database, lease, (client) => noteNotSent(client, id, isFirst, engine.clock()));
  if (!isFirst) return;
  const orders = await ordersOfPayment(engine.database, payment);
  engine.warn({ err: error, chain: chain.name, payment, orders }, 'a payment could not be sent');
}

async function refused(
  engine: Engine,
  lease: Lease,
  payment: UnminedAttempt,
  refusal: Rejected,
): Promise<void> {
  const at = engine.clock();
  const since = payment.refused_at === 0 ? at : payment.refused_at;
  const isStuck = at - since > STUCK_S;
  await underLease(engine.database, lease, async (client) => {
    await noteRefused(client, payment.id, since, at);
    if (isStuck)
      await holdPayment(
        client,
        payment.payment_id,
        `the network refuses its payment: ${refusal.message}`,
        at,
      );
  });
  if (!isStuck) return;
  const orders = await ordersOfPayment(engine.database, payment.payment_id);
  engine.warn({ err: refusal, payment: payment.payment_id, orders }, 'the network refuses a payment');
}

/** Null if the network has it, one way or the other. */
async function broadcast(chain: Chain, { bytes, txid }: UnminedAttempt): Promise<Rejected | null> {
  try {
    await chain.broadcast(bytes);
    return null;
  } catch (error) {
    if (!(error instanceof Rejected)) throw error;
    return (await chain.statusOf(txid)).state === 'unknown' ? error : null;
  }
}

async function markSent(client: Queryable, payments: readonly UnminedAttempt[], at: number): Promise<void> {
  await attemptsSent(
    client,
    payments.map(({ id }) => id),
    at,
  );
  await entriesSent(
    client,
    payments.map(({ payment_id }) => payment_id),
  );
}
