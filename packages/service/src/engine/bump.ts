import type { Chain, FeeRate, Payee } from '../chains/chain.ts';
import type { Queryable } from '../store/database.ts';
import type { Engine } from './context.ts';
import { lastFollowed } from './followed.ts';
import { type Lease, LeaseLost, underLease } from './lease.ts';
import { coinsOf } from './spendable.ts';

/** A payment that no block has taken for this long is tried at a higher fee. */
const PATIENCE_S = 600;
/** Each time half as much again, or more if the network asks for more; never beyond what the chain's policy allows. */
const MOST_BUMPS = 5;
/** More than a payment of ours has. */
const MOST_OUTPUTS = 64;

interface StuckPayment {
  id: number;
  fee_rate: string;
  /** Of the first of those that replace one another. */
  first_rate: string;
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
      SELECT p.id, newest.fee_rate::text, p.fee_rate::text AS first_rate, p.source, p.nonce, newest.bumps
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
  const carried = await payeesOf(engine.database, stuck.id);
  const coins = chain.spending === 'coins' ? await coinsOf(engine.database, chain.id, stuck.id) : [];
  // Only what spends the very same excludes the other; after a reorganisation a coin may be unknown for a while.
  if (coins === null || (await isBuiltUpon(engine.database, chain, stuck.id))) return;
  const feeRate = higherRate(BigInt(stuck.fee_rate), await chain.feeRate());
  if (feeRate === null) return;
  const { source, nonce } = stuck;
  const payees: Payee[] = [];
  for (const payee of carried) {
    const units = payee.paysFee ? await unitsLessFee(engine, chain, stuck, payee, feeRate) : payee.units;
    if (units <= 0n) return;
    payees.push({ ...payee, units });
  }
  const signed = await chain.sign({ payees, coins, source, nonce, feeRate, spendAll: true });
  const at = engine.clock();
  await underLease(engine.database, lease, (client) =>
    client.query({
      name: 'store-replacement',
      text: `
        INSERT INTO payment (chain_id, txid, bytes, sources, fee_units, fee_rate, state, signed_at, replaces,
                             source, nonce, purpose, payee, asset_id, units)
        SELECT $1, $2, $3, $4, $5, $6, 'signed', $7, first.id, source, nonce, purpose, payee, asset_id,
               CASE WHEN purpose <> 'payouts' THEN $9::numeric END
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
        String(payees[0]?.units),
      ],
    }),
  );
}

/**
 * Whether another payment spends what this one gives back: it was confirmed once, and its block is gone. In place of it
 * the other could never be mined.
 */
async function isBuiltUpon(client: Queryable, chain: Chain, paymentId: number): Promise<boolean> {
  if (chain.spending !== 'coins') return false;
  const { rowCount } = await client.query({
    name: 'is-built-upon',
    text: `
      SELECT 1 FROM payment p JOIN payment_spend s ON s.chain_id = p.chain_id
         AND s.spend = ANY (ARRAY (SELECT p.txid || ':' || index FROM generate_series(0, $2::int) AS t (index)))
       WHERE p.id = $1 OR p.replaces = $1 LIMIT 1`,
    values: [paymentId, MOST_OUTPUTS],
  });
  return rowCount !== 0;
}

/** Null if it may not get dearer. */
function higherRate(old: bigint, { now, most, step = 0n }: FeeRate): bigint | null {
  const wanted = greatest(now, (old * 3n) / 2n + 1n, old + step);
  if (wanted <= most) return wanted;
  // The last step may be smaller, but no smaller than a network asks of a replacement.
  return most >= greatest((old * 5n) / 4n, old + step) ? most : null;
}

function greatest(...rates: readonly bigint[]): bigint {
  return rates.reduce((a, b) => (a > b ? a : b));
}

interface StuckPayee extends Payee {
  /** True if the fee is taken from what it gets: a sweep of the chain's own coin brings what is there. */
  readonly paysFee: boolean;
}

/**
 * What is there stays the same: what more it costs, less of it arrives. After a reorganisation less may be there than was
 * thought. Nothing, as long as the chain does not tell.
 */
async function unitsLessFee(
  engine: Engine,
  chain: Chain,
  { source, first_rate }: StuckPayment,
  { assetId, units }: StuckPayee,
  feeRate: bigint,
): Promise<bigint> {
  const native = { id: assetId, abbr: '', contract: null };
  const thought = units + chain.transferCost(native, BigInt(first_rate));
  const at = await lastFollowed(engine.database, chain.id);
  if (at === null || source === null) return 0n;
  const held = (await chain.accountBalances([source], native, at))?.[0];
  if (held === undefined) return 0n;
  return (held < thought ? held : thought) - chain.transferCost(native, feeRate);
}

async function payeesOf(client: Queryable, paymentId: number): Promise<StuckPayee[]> {
  const { rows } = await client.query<{
    address: string;
    memo: string | null;
    asset_id: number;
    units: string;
    pays_fee: boolean;
  }>({
    name: 'payees-of-payment',
    text: `
      SELECT * FROM (
        SELECT address, memo, asset_id, units::text, false AS pays_fee FROM payout WHERE payment_id = $1 ORDER BY id) AS o
      UNION ALL
      SELECT p.payee, NULL, p.asset_id, p.units::text,
             p.purpose = 'sweep' AND EXISTS (
               SELECT 1 FROM asset a JOIN chain c ON c.id = a.chain_id AND c.native_abbr = a.abbr WHERE a.id = p.asset_id)
        FROM payment p WHERE p.id = $1 AND p.payee IS NOT NULL`,
    values: [paymentId],
  });
  return rows.map(({ address, memo, asset_id, units, pays_fee }) => ({
    address,
    memo,
    assetId: asset_id,
    units: BigInt(units),
    paysFee: pays_fee,
  }));
}
