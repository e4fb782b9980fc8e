import { type Coin, type CoinChain, NotEnough } from '../../chains/chain.ts';
import { idleFor } from '../hold/lost-payments.ts';
import { payAnew } from './pay-anew.ts';
import { refuseSpent } from './refuse-unknown.ts';
import { freeCoins, readCoins } from './spendable.ts';
import {
  type NewPayouts,
  type PayingEngine,
  type ReadyPayout,
  tellApart,
  tellWaiting,
  trySign,
} from './try-sign.ts';

/** Payouts that one transaction carries. */
const MOST_PER_PAYMENT = 50;
/** Payouts that are tried in vain for want of coins, before all that is behind them waits as well. */
const MOST_SHORT = 5;
/** One that has waited for coins for longer lets nobody pass any more. */
const LONGEST_SHORT_S = 3_600;

/**
 * One payment for as many as can be paid now. Where the coins are not enough for all, or one of them cannot be paid, for
 * half of them, until that one is alone; those behind it are then tried one by one, as there may be more of its kind. Of
 * those for which the coins are not enough, no more than some: they wait for coins, and come in their turn.
 */
export async function* signFromCoins(
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
      // What goes to the cold address is behind all others, and takes nothing that one of them lacks.
      if (payout.isCold) break;
      others = others.filter(({ isCold }) => !isCold);
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
  chain: CoinChain,
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
    if (signed instanceof NotEnough) await tellApart(engine, chain, payout);
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
  chain: CoinChain,
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
