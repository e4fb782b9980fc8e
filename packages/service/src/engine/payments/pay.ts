import {
  type AccountChain,
  type AccountRequest,
  BeyondLimit,
  type Chain,
  type ChainBase,
  type Coin,
  type CoinChain,
  NotEnough,
  type Payee,
  type PaymentRequest,
  type SignedPayment,
  Unpayable,
} from '../../chains/chain.ts';
import { type NewPayment, storePayments } from '../../payments/store-payments.ts';
import { carryPayouts } from '../../payouts/carry-payouts.ts';
import { noteWaiting } from '../../payouts/note-payouts.ts';
import { isFor, REASON } from '../../payouts/reasons.ts';
import type { Queryable } from '../../store/database.ts';
import type { Engine } from '../context.ts';
import { idleFor, noteLost } from '../hold/lost-payments.ts';
import type { Lease } from '../lease.ts';
import { keepSigned, PayoutsChanged } from './keep-signed.ts';
import { MAY_BE_SIGNED } from './may-be-signed.ts';
import { signPayment } from './may-sign.ts';
import { payAnew } from './pay-anew.ts';
import { Purse } from './purse.ts';
import { LIMIT_PAUSE_S, type PutOff } from './put-off.ts';
import { refuseSpent } from './refuse-unknown.ts';
import { refuseSignedBeforeOn, SignedBefore } from './signed-before.ts';
import { claimNonce, freeCoins, readCoins } from './spendable.ts';

/** Payouts that one transaction carries, where the chain can. */
const MOST_PER_PAYMENT = 50;
/** Payouts of an asset that are looked at in one round. */
const MOST_AT_ONCE = 200;

interface ReadyPayout extends Payee {
  readonly id: number;
  readonly payout: string;
  /** A coin that its payment must spend: where an earlier one was cancelled, or as it gives back what screening stopped. */
  readonly mustSpend: string | null;
  /** True for the latter: it spends that coin by itself. */
  readonly isKeptApart: boolean;
  /** Since when it could not be paid; null if nobody has tried in vain. */
  readonly waitsSince: number | null;
}

/**
 * Signs payouts that are ready: chooses what to spend, signs, and stores the bytes with what they use up, all before
 * anybody else hears of it. A crash before the commit has done nothing; after it, the same bytes are sent.
 */
export async function signPayouts(engine: Engine, chain: Chain, lease: Lease, putOff: PutOff): Promise<void> {
  const payouts = await readyPayouts(engine.database, chain.id, putOff.idsAt(engine.clock()));
  if (payouts.length === 0) return;
  const paying = { ...engine, putOff, lease };
  const sign =
    chain.spending === 'coins'
      ? signFromCoins(paying, chain, payouts)
      : signFromAccount(paying, chain, payouts);
  for await (const payments of sign) {
    await keepSigned(engine, chain, lease, payments, (client) =>
      store(client, chain, payments, engine.clock()),
    );
  }
}

/** Payouts that are tried in vain for want of coins, before all that is behind them waits as well. */
const MOST_SHORT = 5;
/** One that has waited for coins for longer lets nobody pass any more. */
const LONGEST_SHORT_S = 3_600;

/** The engine, what it has put off, and under which lease it pays. */
interface PayingEngine extends Engine {
  readonly putOff: PutOff;
  readonly lease: Lease;
}

/** A payment with the payouts that it carries. */
interface NewPayouts extends NewPayment {
  /** In the order of the request's payees. */
  readonly payoutIds: readonly number[];
}

/**
 * One payment for as many as can be paid now. Where the coins are not enough for all, or one of them cannot be paid, for
 * half of them, until that one is alone; those behind it are then tried one by one, as there may be more of its kind. Of
 * those for which the coins are not enough, no more than some: they wait for coins, and come in their turn.
 */
async function* signFromCoins(
  engine: PayingEngine,
  chain: CoinChain,
  payouts: readonly ReadyPayout[],
): AsyncGenerator<NewPayouts[]> {
  const coins = await freeCoins(engine.database, chain, engine.isScreened);
  await refuseSpent(engine, chain, engine.lease, coins);
  const { now: feeRate } = await chain.feeRate();
  const apart = await signApart(engine, chain, payouts, feeRate);
  if (apart !== null) return yield [apart];
  const again = await signAgain(engine, chain, payouts, coins, feeRate);
  if (again !== null) return yield [again];

  let others = payouts.filter(({ mustSpend }) => mustSpend === null);
  const short: { payout: ReadyPayout; why: NotEnough }[] = [];
  let count = Math.min(others.length, MOST_PER_PAYMENT);
  while (count > 0 && short.length < MOST_SHORT) {
    const payees = others.slice(0, count);
    const request = { payees, coins, feeRate, spendAll: false };
    const signed = await trySign(engine, chain, request, payees);
    if (signed !== 'unpayable' && !(signed instanceof NotEnough)) {
      await tellShort(engine, chain, short);
      return yield [{ request, signed, payoutIds: payees.map(({ id }) => id) }];
    }
    if (count > 1) {
      count = Math.floor(count / 2);
      continue;
    }
    const [payout] = payees as [ReadyPayout];
    if (signed !== 'unpayable') {
      short.push({ payout, why: signed });
      // It has let others pass for long enough: the next coins are its own.
      if (payout.waitsSince !== null && engine.clock() - payout.waitsSince > LONGEST_SHORT_S) break;
    }
    others = others.slice(1);
    count = Math.min(others.length, signed === 'unpayable' ? 1 : MOST_PER_PAYMENT);
  }
  await tellShort(engine, chain, short);
}

/** Those behind the first that lacks coins wait for the same. */
async function tellShort(
  engine: PayingEngine,
  chain: Chain,
  [first]: readonly { readonly payout: ReadyPayout; readonly why: NotEnough }[],
): Promise<void> {
  if (first !== undefined) await tellWaiting(engine, chain, first.payout, first.why);
}

/**
 * What screening stopped is given back by its own coin, with no other beside it and to nobody else: it is mixed with nothing.
 * One whose fee has risen beyond what it left for it waits, and says so. Null if there is nothing of that kind, or not now.
 */
async function signApart(
  engine: PayingEngine,
  chain: CoinChain,
  payouts: readonly ReadyPayout[],
  feeRate: bigint,
): Promise<NewPayouts | null> {
  const kept = payouts.filter(({ isKeptApart }) => isKeptApart);
  const names = kept.map(({ mustSpend }) => mustSpend as string);
  const coins = kept.length === 0 ? [] : await readCoins(engine.database, chain, names);
  await refuseSpent(engine, chain, engine.lease, coins);
  for (const payout of kept) {
    const own = coins.filter(({ spend }) => spend === payout.mustSpend);
    const request = { payees: [payout], coins: own, feeRate, spendAll: true };
    const signed = own.length === 0 ? 'unpayable' : await trySign(engine, chain, request, [payout]);
    if (signed instanceof NotEnough) await tellWaiting(engine, chain, payout, signed);
    else if (signed !== 'unpayable') return { request, signed, payoutIds: [payout.id] };
  }
  return null;
}

/**
 * What was cancelled is paid anew from coins of its cancel, which exclude the first, so that it cannot be paid twice. Null
 * if there is nothing of that kind, or not now.
 */
async function signAgain(
  engine: PayingEngine,
  chain: CoinChain,
  payouts: readonly ReadyPayout[],
  free: readonly Coin[],
  feeRate: bigint,
): Promise<NewPayouts | null> {
  const sign = async (payees: readonly ReadyPayout[], coins: readonly Coin[]) => {
    const request = { payees, coins, feeRate, spendAll: true };
    const signed = await trySign(engine, chain, request, payees);
    if (signed === 'unpayable' || signed instanceof NotEnough) return signed;
    return { request, signed, payoutIds: payees.map(({ id }) => id) };
  };
  const freed = payouts
    .filter(({ mustSpend, isKeptApart }) => mustSpend !== null && !isKeptApart)
    .slice(0, MOST_PER_PAYMENT);
  // After a reorganisation these are not there before the cancel is in the chain again.
  const own = await readCoins(
    engine.database,
    chain,
    freed.map(({ mustSpend }) => mustSpend as string),
  );
  await refuseSpent(engine, chain, engine.lease, own);
  const again = await signIdle(engine, chain, payouts, [...free, ...own], sign);
  if (again !== null) return again;
  return payAnew(freed, own, free, sign);
}

/** What a signer signed for payouts of which one is not wanted now: the others are paid from the very same coins. */
async function signIdle(
  engine: PayingEngine,
  chain: Chain,
  payouts: readonly ReadyPayout[],
  coins: readonly Coin[],
  sign: (
    payees: readonly ReadyPayout[],
    coins: readonly Coin[],
  ) => Promise<NewPayouts | NotEnough | 'unpayable'>,
): Promise<NewPayouts | null> {
  const names = payouts.map(({ payout }) => payout);
  const idle = await idleFor(engine.database, chain.id, names);
  if (idle === null) return null;
  const same = coins.filter(({ spend }) => idle.spends.includes(spend));
  if (same.length < idle.spends.length) return null;
  const wanted = payouts.filter(({ payout }) => idle.payouts.some(({ name }) => name === payout));
  const signed = await sign(wanted, same);
  return signed === 'unpayable' || signed instanceof NotEnough ? null : signed;
}

/**
 * A payment for each, one nonce after the other, stored together, but every second at least: a chain may be slow to
 * sign, and little is to be lost with the lease. What a crash leaves on record alone is taken up from there. One that cannot be
 * paid keeps only those of its own asset waiting.
 */
async function* signFromAccount(
  engine: PayingEngine,
  chain: AccountChain,
  payouts: readonly ReadyPayout[],
): AsyncGenerator<NewPayouts[]> {
  const { now: feeRate } = await chain.feeRate();
  const source = chain.treasury;
  let nonce = await claimNonce(engine, chain, engine.lease, source);
  let payments: NewPayouts[] = [];
  let storedAt = engine.clock();
  const short = new Set<number>();
  const { catalogue } = await engine.market();
  const assetIds = payouts.map(({ assetId }) => assetId);
  const purse = await Purse.open(engine, chain, source, assetIds);
  for (const payout of payouts) {
    if (short.has(payout.assetId)) continue;
    const request: AccountRequest = { payees: [payout], source, nonce, feeRate };
    const lack = purse.lacks(payout, catalogue.get(payout.assetId), feeRate);
    const signed = lack ?? (await trySign(engine, chain, request, [payout]));
    if (signed instanceof NotEnough) {
      short.add(payout.assetId);
      await tellWaiting(engine, chain, payout, signed);
    } else if (signed !== 'unpayable') {
      nonce++;
      purse.take(payout, signed.feeUnits);
      payments.push({ request, signed, payoutIds: [payout.id] });
      if (engine.clock() !== storedAt) {
        yield payments;
        payments = [];
        storedAt = engine.clock();
      }
    }
  }
  if (payments.length > 0) yield payments;
}

/** One that cannot be paid keeps nobody else waiting, whether it lacks money or its receiver cannot be paid so. */
async function trySign<Request extends PaymentRequest>(
  engine: PayingEngine,
  chain: ChainBase<Request>,
  request: Request,
  payouts: readonly ReadyPayout[],
): Promise<SignedPayment | NotEnough | 'unpayable'> {
  try {
    const signed = await signPayment(engine, chain, request);
    const names = payouts.map(({ payout }) => payout);
    await refuseSignedBeforeOn(engine, chain, signed, names);
    return signed;
  } catch (error) {
    if (error instanceof NotEnough) return error;
    if (error instanceof SignedBefore) await noteLost(engine.database, [error.earlier], engine.clock());
    if (!(error instanceof Unpayable)) throw error;
    // Of several nobody knows which it is, before each has been tried by itself.
    const [payout, ...others] = payouts;
    if (payout !== undefined && others.length === 0) await putOff(engine, chain, payout, error);
    return 'unpayable';
  }
}

async function putOff(
  engine: PayingEngine,
  chain: Pick<Chain, 'name'>,
  payout: ReadyPayout,
  error: Unpayable,
): Promise<void> {
  const now = engine.clock();
  const isLimit = error instanceof BeyondLimit;
  engine.putOff.add(payout.id, now, ...(isLimit ? [LIMIT_PAUSE_S] : []));
  const isNew = await noteWaiting(engine.database, payout.id, error.message, now);
  if (!isNew && !engine.putOff.isNews(`payout ${payout.id}`, now)) return;
  engine.warn(
    { chain: chain.name, payout: payout.id, err: error },
    isLimit
      ? 'a payout waits: it is above a limit of the signer'
      : 'a payout waits: it cannot be paid as it is',
  );
}

async function tellWaiting(
  engine: PayingEngine,
  chain: Chain,
  payout: ReadyPayout,
  { message }: NotEnough,
): Promise<void> {
  const now = engine.clock();
  if (!engine.putOff.isNews(`asset ${payout.assetId}`, now)) return;
  await noteWaiting(engine.database, payout.id, message, now);
  engine.warn(
    { chain: chain.name, payout: payout.id, why: message },
    'a payout waits: the wallet cannot pay it now',
  );
}

async function store(
  client: Queryable,
  chain: Chain,
  payments: readonly NewPayouts[],
  at: number,
): Promise<void> {
  const stored = await storePayments(client, chain, payments, at);
  const carried = payments.flatMap(({ request, signed, payoutIds }) =>
    payoutIds.map((id, n) => ({
      id,
      paymentId: stored.get(signed.txid) as number,
      address: request.payees[n]?.address as string,
    })),
  );
  if ((await carryPayouts(client, carried, MAY_BE_SIGNED)) !== carried.length)
    throw new PayoutsChanged('payouts have changed while they were being signed');
}

/** Some of each asset: those of one that is short, or that are put off, keep no others from being looked at. */
async function readyPayouts(
  client: Queryable,
  chainId: number,
  putOff: readonly number[],
): Promise<ReadyPayout[]> {
  const { rows } = await client.query<{
    id: number;
    address: string;
    memo: string | null;
    asset_id: number;
    units: string;
    must_spend: string | null;
    waits_since: number | null;
    name: string;
    is_kept_apart: boolean;
  }>({
    name: 'ready-payouts',
    text: `
      SELECT due.* FROM asset a, LATERAL (
             SELECT p.id, p.address, p.memo, p.asset_id, p.units::text, p.must_spend, p.waits_since, payout_name(p) AS name,
                    ${isFor('p', REASON.refund)} AND p.must_spend IS NOT NULL AND EXISTS (
                      SELECT 1 FROM deposit q WHERE q.id = p.deposit_id AND q.quarantined_at > 0) AS is_kept_apart
               FROM payout p LEFT JOIN orders o ON o.id = p.order_id
              WHERE p.chain_id = $1 AND p.asset_id = a.id AND ${MAY_BE_SIGNED}
                    -- Of one that was sent elsewhere since, nothing is known to be in the way.
                AND (p.id <> ALL ($3::bigint[]) OR p.waits_since IS NULL)
              ORDER BY p.id LIMIT $2) AS due
       WHERE a.chain_id = $1 ORDER BY due.id`,
    values: [chainId, MOST_AT_ONCE, putOff],
  });
  return rows.map(({ id, address, memo, asset_id, units, must_spend, waits_since, name, is_kept_apart }) => ({
    id,
    payout: name,
    address,
    memo,
    assetId: asset_id,
    units: BigInt(units),
    mustSpend: must_spend,
    isKeptApart: is_kept_apart,
    waitsSince: waits_since,
  }));
}
