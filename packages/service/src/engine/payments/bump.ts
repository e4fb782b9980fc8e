import type { Chain, FeeRate } from '../../chains/chain.ts';
import { putOff } from '../../payments/note-payments.ts';
import { storeAttempt } from '../../payments/store-payments.ts';
import type { Queryable } from '../../store/database.ts';
import type { Engine } from '../context.ts';
import { type Lease, LeaseLost, underLease } from '../lease.ts';
import { keepSigned } from './keep-signed.ts';
import { NotSigned } from './may-sign.ts';
import { ordersOfPayment } from './orders-of.ts';
import type { Replace } from './replace.ts';
import { refuseSignedBeforeOn } from './signed-before.ts';
import { type StuckPayment, stuckPayments } from './stuck-payments.ts';

/**
 * Replaces payments that do not get into a block, or that an operator has cancelled: the same payouts, or none, from the
 * same coins or with the same nonce, at a higher fee. All are kept and watched; as they spend the same, at most one is
 * ever mined. What cannot be replaced is told once, and tried again later and later.
 */
export async function bumpPayments(
  engine: Engine,
  chain: Chain,
  lease: Lease,
  replace: Replace,
): Promise<void> {
  for (const payment of await stuckPayments(engine.database, chain.id, engine.clock())) {
    const obstacle = await bump(engine, chain, lease, payment, replace).catch((error: unknown) => {
      if (error instanceof LeaseLost || error instanceof NotSigned) throw error;
      return error;
    });
    if (obstacle === null) continue;
    await underLease(engine.database, lease, (client) => putOff(client, payment.id, engine.clock()));
    if (payment.tries > 0) continue;
    const reason = obstacle instanceof Error ? { err: obstacle } : { why: obstacle };
    const orders = await ordersOfPayment(engine.database, payment.id);
    engine.warn(
      { ...reason, chain: chain.name, payment: payment.id, orders },
      payment.is_cancelled ? 'a payment could not be cancelled yet' : 'a payment could not be replaced',
    );
  }
}

/** Null if it has been replaced, else why not. */
async function bump(
  engine: Engine,
  chain: Chain,
  lease: Lease,
  stuck: StuckPayment,
  replace: Replace,
): Promise<string | null> {
  const replacement = await replace(stuck);
  if (typeof replacement === 'string') return replacement;
  const rate = BigInt(stuck.fee_rate);
  const isFree = stuck.is_cancelled && stuck.is_unsent;
  const feeRate = higherRate(rate, await chain.feeRate()) ?? (isFree ? rate : null);
  if (feeRate === null) return 'its fee is as high as the configuration allows';
  const payment = await replacement(feeRate);
  if (payment === null) return 'what it brings in is not worth a higher fee';
  const { request, signed, givesUp = false } = payment;
  const { purpose } = stuck;
  const isCancel = stuck.is_cancelled || givesUp;
  const names = request.payees.flatMap(({ payout }) => payout ?? []);
  await refuseSignedBeforeOn(engine, chain, signed, names);
  const store = (client: Queryable) =>
    storeAttempt(client, chain, stuck.id, { request, signed, isCancel }, engine.clock());
  await keepSigned(engine, chain, lease, [payment], store, { purpose, isCancel });
  if (givesUp)
    engine.warn(
      { chain: chain.name, payment: stuck.id },
      'a sweep from several addresses is given up: it would fail. Each is swept by itself then',
    );
  return null;
}

/** At which an attempt takes the place of one at another rate; null if it may not get dearer. */
export function higherRate(old: bigint, { now, most, step = 0n }: FeeRate): bigint | null {
  const wanted = greatest(now, (old * 3n) / 2n + 1n, old + step);
  if (wanted <= most) return wanted;
  // The last step may be smaller, but no smaller than a network asks of a replacement.
  return most >= greatest((old * 5n) / 4n, old + step) ? most : null;
}

function greatest(...rates: readonly bigint[]): bigint {
  return rates.reduce((a, b) => (a > b ? a : b));
}
