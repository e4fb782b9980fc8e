import type { Chain, FeeRate, Payee } from '../chains/chain.ts';
import type { Queryable } from '../store/database.ts';
import type { Engine } from './context.ts';
import { type Lease, LeaseLost, underLease } from './lease.ts';
import { coinsOf } from './spendable.ts';

/** A payment that no block has taken for this long is tried at a higher fee. */
const PATIENCE_S = 600;
/** Each time half as much again, or more if the network asks for more; never beyond what the chain's policy allows. */
const MOST_BUMPS = 5;

interface StuckPayment {
  id: number;
  fee_rate: string;
  source: string | null;
  nonce: number | null;
  bumps: number;
}

/**
 * Replaces payments that do not get into a block: the same payouts from the same coins or with the same number, at a
 * higher fee. Both are kept and watched; as they spend the same, at most one is ever mined.
 */
export async function bumpPayments(engine: Engine, chain: Chain, lease: Lease): Promise<void> {
  const { rows } = await engine.database.query<StuckPayment>({
    name: 'stuck-payments',
    text: `
      SELECT p.id, newest.fee_rate::text, p.source, p.nonce, newest.bumps
        FROM payment p, LATERAL (
             SELECT max(f.signed_at) AS signed_at, max(f.fee_rate) AS fee_rate, count(*) - 1 AS bumps,
                    bool_or(f.state IN ('mined', 'confirmed')) AS is_mined
               FROM payment f WHERE f.id = p.id OR f.replaces = p.id) AS newest
       WHERE p.chain_id = $1 AND p.state = 'sent' AND p.replaces IS NULL
         AND NOT newest.is_mined AND newest.signed_at < $2 AND newest.bumps < $3
       ORDER BY p.id LIMIT 10`,
    values: [chain.id, engine.clock() - PATIENCE_S, MOST_BUMPS],
  });
  for (const payment of rows) {
    try {
      await bump(engine, chain, lease, payment);
    } catch (error) {
      if (error instanceof LeaseLost) throw error;
      engine.warn({ err: error, chain: chain.name, payment: payment.id }, 'a payment could not be replaced');
    }
  }
}

async function bump(engine: Engine, chain: Chain, lease: Lease, stuck: StuckPayment): Promise<void> {
  const payees = await payeesOf(engine.database, stuck.id);
  const coins = chain.spending === 'coins' ? await coinsOf(engine.database, chain.id, stuck.id) : [];
  // Only what spends the very same excludes the other; after a reorganisation a coin may be unknown for a while.
  if (coins === null) return;
  const feeRate = higherRate(BigInt(stuck.fee_rate), await chain.feeRate());
  if (feeRate === null) return;
  const { source, nonce } = stuck;
  const signed = await chain.sign({ payees, coins, source, nonce, feeRate, spendAll: true });
  const at = engine.clock();
  await underLease(engine.database, lease, (client) =>
    client.query({
      name: 'store-replacement',
      text: `
        INSERT INTO payment (chain_id, txid, bytes, sources, fee_units, fee_rate, state, signed_at, replaces,
                             source, nonce, purpose, payee, asset_id, units)
        SELECT $1, $2, $3, $4, $5, $6, 'signed', $7, first.id, source, nonce, purpose, payee, asset_id, units
          FROM payment first WHERE first.id = $8 AND first.state = 'sent'`,
      values: [
        chain.id,
        signed.txid,
        signed.bytes,
        signed.sources,
        String(signed.feeUnits),
        String(feeRate),
        at,
        stuck.id,
      ],
    }),
  );
}

/** Null if it may not get dearer. */
function higherRate(old: bigint, { now, most }: FeeRate): bigint | null {
  const half = (old * 3n) / 2n + 1n;
  const wanted = now > half ? now : half;
  if (wanted <= most) return wanted;
  // The last step may be smaller, but no smaller than a network asks of a replacement.
  return most >= (old * 5n) / 4n ? most : null;
}

async function payeesOf(client: Queryable, paymentId: number): Promise<Payee[]> {
  const { rows } = await client.query<{
    address: string;
    memo: string | null;
    asset_id: number;
    units: string;
  }>({
    name: 'payees-of-payment',
    text: 'SELECT address, memo, asset_id, units::text FROM payout WHERE payment_id = $1 ORDER BY id',
    values: [paymentId],
  });
  return rows.map(({ address, memo, asset_id, units }) => ({
    address,
    memo,
    assetId: asset_id,
    units: BigInt(units),
  }));
}
