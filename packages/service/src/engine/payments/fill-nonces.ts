import type { Chain, NonceChain, NonceRequest } from '../../chains/chain.ts';
import { attemptIs, PURPOSE, UNMINED } from '../../payments/life.ts';
import { storePayments } from '../../payments/store-payments.ts';
import type { Engine } from '../context.ts';
import type { Lease } from '../lease.ts';
import { keepSigned } from './keep-signed.ts';
import { signPayment } from './may-sign.ts';

/** A payment that waits for longer may wait for a nonce before its own. */
const PATIENCE_S = 60;
const MOST_AT_ONCE = 10;

/**
 * Uses up nonces of the treasury that nothing of ours took, before payments that wait: no block takes a later nonce
 * without them. There are such nonces only if somebody else paid with the treasury's key, an operator noted that, and a
 * reorganisation undid it.
 */
export async function fillNonces(engine: Engine, chain: NonceChain, lease: Lease): Promise<void> {
  const first = await firstWaiting(engine, chain);
  if (first === null) return;
  const next = await chain.nextNonce(chain.treasury);
  if (next >= first) return;
  for (const nonce of await missingNonces(engine, chain, next, first)) {
    const { now: feeRate } = await chain.feeRate();
    const { id: assetId } = (await engine.market()).catalogue.native(chain);
    const request: NonceRequest = {
      source: chain.treasury,
      nonce,
      feeRate,
      payees: [{ address: chain.treasury, memo: null, assetId, units: 0n }],
    };
    const signed = await signPayment(engine, chain, request);
    const ownTransfer = { purpose: PURPOSE.filler, coins: [] };
    const payments = [{ request, signed, ownTransfer }];
    await keepSigned(engine, chain, lease, payments, (client) =>
      storePayments(client, chain, payments, engine.clock()),
    );
    engine.warn({ chain: chain.name, nonce }, 'a nonce of the treasury was missing, and is used up');
  }
}

/** The lowest nonce of a payment that has waited for long; null if there is none. */
async function firstWaiting({ database, clock }: Engine, chain: Chain): Promise<number | null> {
  const { rows } = await database.query<{ nonce: number | null }>({
    name: 'first-waiting-nonce',
    text: `
      SELECT min(p.nonce) AS nonce FROM attempt a JOIN payment p ON p.id = a.payment_id
       WHERE a.chain_id = $1 AND p.source = $2 AND ${attemptIs('a', ...UNMINED)} AND a.signed_at < $3`,
    values: [chain.id, chain.treasury, clock() - PATIENCE_S],
  });
  return rows[0]?.nonce ?? null;
}

async function missingNonces(
  { database }: Engine,
  chain: Chain,
  from: number,
  below: number,
): Promise<number[]> {
  const { rows } = await database.query<{ nonce: number }>({
    name: 'missing-nonces',
    text: `
      SELECT n AS nonce FROM generate_series($3::bigint, $4::bigint - 1) AS n
       WHERE NOT EXISTS (SELECT 1 FROM payment p WHERE p.chain_id = $1 AND p.source = $2 AND p.nonce = n)
       ORDER BY n LIMIT $5`,
    values: [chain.id, chain.treasury, from, below, MOST_AT_ONCE],
  });
  return rows.map(({ nonce }) => nonce);
}
