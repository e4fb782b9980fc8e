import { type Chain, NotEnough, type Payee } from '../chains/chain.ts';
import type { Queryable } from '../store/database.ts';
import type { Engine } from './context.ts';
import { type Lease, underLease } from './lease.ts';
import { freeCoins, nextNonce } from './spendable.ts';

/** Payouts that one transaction carries, where the chain can. */
const MOST_PER_PAYMENT = 50;

interface ReadyPayout extends Payee {
  readonly id: number;
}

/**
 * Signs payouts that are ready: chooses what to spend, signs, and stores the bytes with what they use up, all before
 * anybody else hears of it. A crash before the commit has done nothing; after it, the same bytes are sent. Returns
 * true if there may be more.
 */
export async function signPayouts(engine: Engine, chain: Chain, lease: Lease): Promise<boolean> {
  const most = chain.spending === 'coins' ? MOST_PER_PAYMENT : 1;
  const payouts = await readyPayouts(engine.database, chain.id, most);
  if (payouts.length === 0) return false;
  const feeUnits = (await chain.feeUnits()) * BigInt(payouts.length);
  const coins = chain.spending === 'coins' ? await freeCoins(engine.database, chain) : [];
  const nonce = chain.spending === 'account' ? await nextNonce(engine.database, chain.id) : null;
  const request = { payees: payouts, coins, nonce, feeUnits, spendAll: false };
  const signed = await chain.sign(request).catch((error: unknown) => {
    if (!(error instanceof NotEnough)) throw error;
    engine.warn(
      { chain: chain.name, payouts: payouts.length },
      'payouts wait: the wallet cannot pay them now',
    );
    return null;
  });
  if (signed === null) return false;
  const at = engine.clock();
  await underLease(engine.database, lease, async (client) => {
    const { rows } = await client.query<{ id: number }>({
      name: 'store-payment',
      text: `
        INSERT INTO payment (chain_id, txid, bytes, sources, fee_units, nonce, state, signed_at)
        VALUES ($1, $2, $3, $4, $5, $6, 'signed', $7) RETURNING id`,
      values: [chain.id, signed.txid, signed.bytes, signed.sources, String(signed.feeUnits), nonce, at],
    });
    const paymentId = (rows[0] as { id: number }).id;
    await client.query({
      name: 'store-spends',
      text: 'INSERT INTO payment_spend (chain_id, spend, payment_id) SELECT $1, spend, $3 FROM unnest($2::text[]) AS spend',
      values: [chain.id, signed.spends, paymentId],
    });
    const { rowCount } = await client.query({
      name: 'payouts-signed',
      text: "UPDATE payout SET state = 'signed', payment_id = $2 WHERE id = ANY ($1::bigint[]) AND state = 'ready'",
      values: [payouts.map(({ id }) => id), paymentId],
    });
    if (rowCount !== payouts.length) throw new Error('payouts have changed while they were being signed');
  });
  return true;
}

/** Payouts that may be signed now: of orders that are being served, in assets whose books agree with the wallet. */
async function readyPayouts(client: Queryable, chainId: number, most: number): Promise<ReadyPayout[]> {
  const { rows } = await client.query<{
    id: number;
    address: string;
    memo: string | null;
    asset_id: number;
    units: string;
  }>({
    name: 'ready-payouts',
    text: `
      SELECT p.id, p.address, p.memo, p.asset_id, p.units::text FROM payout p JOIN orders o ON o.id = p.order_id
       WHERE p.chain_id = $1 AND p.state = 'ready' AND (p.purpose = 'refund' OR o.status = 3)
         -- Nothing is given back that a reorganisation has taken away; it waits for the deposit to return.
         AND NOT EXISTS (SELECT 1 FROM deposit d WHERE p.purpose = 'refund' AND d.id = p.part AND d.state <> 'confirmed')
         AND NOT EXISTS (SELECT 1 FROM halt h WHERE h.asset_id = p.asset_id)
       ORDER BY p.id LIMIT $2`,
    values: [chainId, most],
  });
  return rows.map(({ id, address, memo, asset_id, units }) => ({
    id,
    address,
    memo,
    assetId: asset_id,
    units: BigInt(units),
  }));
}
