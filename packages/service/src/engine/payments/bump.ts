import type { Chain, FeeRate, Payee } from '../../chains/chain.ts';
import { isPaymentFor, PURPOSE } from '../../payments/life.ts';
import { putOff } from '../../payments/note-payments.ts';
import { storeAttempt } from '../../payments/store-payments.ts';
import type { Queryable } from '../../store/database.ts';
import type { Engine } from '../context.ts';
import { lastFollowed } from '../followed.ts';
import { type Lease, LeaseLost, underLease } from '../lease.ts';
import { keepSigned } from './keep-signed.ts';
import { NotSigned, signPayment } from './may-sign.ts';
import { refuseSignedBeforeOn } from './signed-before.ts';
import { coinsOf } from './spendable.ts';
import { type StuckPayment, stuckPayments } from './stuck-payments.ts';

/** More than a payment of ours has. */
const MOST_OUTPUTS = 64;

/**
 * Replaces payments that do not get into a block, or that an operator has cancelled: the same payouts, or none, from the
 * same coins or with the same nonce, at a higher fee. All are kept and watched; as they spend the same, at most one is
 * ever mined. What cannot be replaced is told once, and tried again later and later.
 */
export async function bumpPayments(engine: Engine, chain: Chain, lease: Lease): Promise<void> {
  for (const payment of await stuckPayments(engine.database, chain.id, engine.clock())) {
    const obstacle = await bump(engine, chain, lease, payment).catch((error: unknown) => {
      if (error instanceof LeaseLost || error instanceof NotSigned) throw error;
      return error;
    });
    if (obstacle === null) continue;
    await underLease(engine.database, lease, (client) => putOff(client, payment.id, engine.clock()));
    if (payment.tries > 0) continue;
    const reason = obstacle instanceof Error ? { err: obstacle } : { why: obstacle };
    engine.warn(
      { ...reason, chain: chain.name, payment: payment.id },
      payment.is_cancelled ? 'a payment could not be cancelled yet' : 'a payment could not be replaced',
    );
  }
}

/** Null if it has been replaced, else why not. */
async function bump(engine: Engine, chain: Chain, lease: Lease, stuck: StuckPayment): Promise<string | null> {
  const coins = chain.spending === 'coins' ? await coinsOf(engine.database, chain.id, stuck.id) : [];
  // Only what spends the very same excludes the other; after a reorganisation a coin may be unknown for a while.
  if (coins === null) return 'a coin that it spends is not in a block';
  if (await isBuiltUpon(engine.database, chain, stuck.id)) return 'another payment spends what it gives back';
  const rate = BigInt(stuck.fee_rate);
  const isFree = stuck.is_cancelled && stuck.is_unsent;
  const feeRate = higherRate(rate, await chain.feeRate()) ?? (isFree ? rate : null);
  if (feeRate === null) return 'its fee is as high as the configuration allows';
  const { source, nonce } = stuck;
  const payees = await (stuck.is_cancelled ? payingOurselves : payingTheSame)(engine, chain, stuck, feeRate);
  if (payees === null) return 'what it brings in is not worth a higher fee';
  const request = { payees, coins, source, nonce, feeRate, spendAll: true };
  const signed = await signPayment(engine, chain, request);
  const { purpose, is_cancelled: isCancel } = stuck;
  const names = payees.flatMap(({ payout }) => payout ?? []);
  await refuseSignedBeforeOn(engine, chain, signed, names);
  const store = (client: Queryable) =>
    storeAttempt(client, chain, stuck.id, { request, signed, isCancel }, engine.clock());
  await keepSigned(engine, chain, lease, [{ request, signed }], store, { purpose, isCancel });
  return null;
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
      SELECT 1 FROM attempt a JOIN payment_spend s ON s.chain_id = a.chain_id
         AND s.spend = ANY (ARRAY (SELECT a.txid || ':' || index FROM generate_series(0, $2::int) AS t (index)))
       WHERE a.payment_id = $1 LIMIT 1`,
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

/**
 * Where an account uses up its nonce, it pays itself nothing. On chains of coins each payout has a coin of its own, which
 * whoever pays it anew has to spend: so nothing can ever be mined beside what is cancelled here. Half of the amount will do;
 * the rest pays for the higher fee and is change.
 */
async function payingOurselves(engine: Engine, chain: Chain, { id, source }: StuckPayment): Promise<Payee[]> {
  if (source !== null) {
    const { id: assetId } = (await engine.market()).catalogue.native(chain);
    return [{ address: source, memo: null, assetId, units: 0n }];
  }
  const carried = await payeesOf(engine.database, id);
  return carried.map(({ assetId, units }) => ({
    ...{ address: chain.treasury, memo: null, assetId, units: (units + 1n) / 2n },
  }));
}

/** Null if what it brings in is not worth the fee. */
async function payingTheSame(
  engine: Engine,
  chain: Chain,
  stuck: StuckPayment,
  feeRate: bigint,
): Promise<Payee[] | null> {
  const payees: Payee[] = [];
  for (const payee of await payeesOf(engine.database, stuck.id)) {
    const units = payee.paysFee ? await unitsLessFee(engine, chain, stuck, payee, feeRate) : payee.units;
    if (payee.paysFee && units <= 0n) return null;
    payees.push({ ...payee, units });
  }
  return payees;
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
    name: string | null;
  }>({
    name: 'payees-of-payment',
    text: `
      SELECT * FROM (
        SELECT address, memo, asset_id, units::text, false AS pays_fee, payout_name(p) AS name
          FROM payout p WHERE payment_id = $1 ORDER BY id) AS o
      UNION ALL
      SELECT p.payee, NULL, p.asset_id, p.units::text,
             ${isPaymentFor('p', PURPOSE.sweep)} AND EXISTS (
               SELECT 1 FROM asset a JOIN chain c ON c.id = a.chain_id AND c.native_abbr = a.abbr WHERE a.id = p.asset_id),
             NULL
        FROM payment p WHERE p.id = $1 AND p.payee IS NOT NULL`,
    values: [paymentId],
  });
  return rows.map(({ address, memo, asset_id, units, pays_fee, name }) => ({
    address,
    memo,
    assetId: asset_id,
    units: BigInt(units),
    paysFee: pays_fee,
    ...(name !== null && { payout: name }),
  }));
}
