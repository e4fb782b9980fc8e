import { type Chain, type Coin, NotEnough, type Payee, type SignedPayment } from '../chains/chain.ts';
import type { Queryable } from '../store/database.ts';
import type { Engine } from './context.ts';
import { type Lease, underLease } from './lease.ts';
import { freeCoins, nextNonce } from './spendable.ts';

/** Payouts that one transaction carries, where the chain can. */
const MOST_PER_PAYMENT = 50;
/** Payouts that are looked at in one round. */
const MOST_AT_ONCE = 200;

interface ReadyPayout extends Payee {
  readonly id: number;
}

/**
 * Which payouts may be signed: of orders that are being served, for deposits that are still there, in assets whose
 * books agree with the wallet. Asked when they are chosen, and again in the transaction that stores the bytes.
 */
const MAY_BE_SIGNED = `
  p.state = 'ready'
  AND NOT EXISTS (SELECT 1 FROM halt h WHERE h.asset_id = p.asset_id)
  AND CASE p.purpose
      WHEN 'refund' THEN EXISTS (SELECT 1 FROM deposit d WHERE d.id = p.part AND d.state = 'confirmed')
      ELSE o.status = 3 AND NOT EXISTS (
           SELECT 1 FROM deposit d WHERE d.order_id = o.id AND d.fate = 'exchange' AND d.state <> 'confirmed') END`;

/**
 * Signs payouts that are ready: chooses what to spend, signs, and stores the bytes with what they use up, all before
 * anybody else hears of it. A crash before the commit has done nothing; after it, the same bytes are sent.
 */
export async function signPayouts(engine: Engine, chain: Chain, lease: Lease): Promise<void> {
  let payouts = await readyPayouts(engine.database, chain.id);
  let most = chain.spending === 'coins' ? MOST_PER_PAYMENT : 1;
  while (payouts.length > 0) {
    const some = payouts.slice(0, most);
    if (await signSome(engine, chain, lease, some)) payouts = payouts.slice(some.length);
    // Not all of them can be paid now: fewer may. One that cannot keeps only those of its own asset waiting.
    else if (some.length > 1) most = Math.ceil(some.length / 2);
    else {
      engine.warn({ chain: chain.name, payout: some[0]?.id }, 'a payout waits: the wallet cannot pay it now');
      payouts = payouts.filter(({ assetId }) => assetId !== some[0]?.assetId);
    }
  }
}

/** False if the wallet has not enough. */
async function signSome(
  engine: Engine,
  chain: Chain,
  lease: Lease,
  payouts: readonly ReadyPayout[],
): Promise<boolean> {
  const feeUnits = (await chain.feeUnits()) * BigInt(payouts.length);
  const coins: Coin[] = chain.spending === 'coins' ? await freeCoins(engine.database, chain) : [];
  const nonce = chain.spending === 'account' ? await nextNonce(engine.database, chain.id) : null;
  const request = { payees: payouts, coins, nonce, feeUnits, spendAll: false };
  try {
    const signed = await chain.sign(request);
    const ids = payouts.map(({ id }) => id);
    await underLease(engine.database, lease, (client) =>
      store(client, chain, signed, nonce, ids, engine.clock()),
    );
    return true;
  } catch (error) {
    if (error instanceof NotEnough) return false;
    throw error;
  }
}

async function store(
  client: Queryable,
  chain: Chain,
  signed: SignedPayment,
  nonce: number | null,
  payoutIds: readonly number[],
  at: number,
): Promise<void> {
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
    text: `
      WITH may AS (
        SELECT p.id FROM payout p JOIN orders o ON o.id = p.order_id
         WHERE p.id = ANY ($1::bigint[]) AND ${MAY_BE_SIGNED} ORDER BY o.id FOR SHARE OF o
      )
      UPDATE payout SET state = 'signed', payment_id = $2 FROM may WHERE payout.id = may.id AND payout.state = 'ready'`,
    values: [payoutIds, paymentId],
  });
  if (rowCount !== payoutIds.length) throw new Error('payouts have changed while they were being signed');
}

async function readyPayouts(client: Queryable, chainId: number): Promise<ReadyPayout[]> {
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
       WHERE p.chain_id = $1 AND ${MAY_BE_SIGNED} ORDER BY p.id LIMIT $2`,
    values: [chainId, MOST_AT_ONCE],
  });
  return rows.map(({ id, address, memo, asset_id, units }) => ({
    id,
    address,
    memo,
    assetId: asset_id,
    units: BigInt(units),
  }));
}
