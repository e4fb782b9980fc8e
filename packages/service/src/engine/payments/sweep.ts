import type { Asset } from '../../catalog/catalogue.ts';
import type { AccountChainOf, AccountRequest, Chain, Loan, SignedPayment } from '../../chains/chain.ts';
import { ONE } from '../../money/fixed.ts';
import { powerOfTen } from '../../money/units.ts';
import { PURPOSE } from '../../payments/life.ts';
import type { OwnTransfer } from '../../payments/store-payments.ts';
import { pricedNow } from '../../pricing/prices-of-now.ts';
import type { Market } from '../../pricing/terms.ts';
import type { Engine } from '../context.ts';
import { type Lease, LeaseLost, underLease } from '../lease.ts';
import type { Paying } from './account-requests.ts';
import { readFuel, readRefundFuel, type WaitingForFuel, waitingForFuel } from './fuel-needs.ts';
import { type Gatherable, gather } from './gather.ts';
import { findGone } from './gone-payment.ts';
import { lend, offerOf, takeBack } from './lending.ts';
import { NotSigned } from './may-sign.ts';
import { fuelAt, openRound, type Round, topUp } from './own-transfers.ts';
import { dueHolders, forgetHolder, type Holder, type UnsweptBalance, unsweptBalances } from './unswept.ts';
import type { Clear } from './use-up-gone.ts';

/** A sweep that no block has taken for this long may have lost its fuel. */
const PATIENCE_S = 600;
/** Deposit addresses that are looked at in one round. */
const MOST_AT_ONCE = 25;

/**
 * Brings what lies on deposit addresses to the treasury, on chains where only that pays: coins of the chain straight
 * away, tokens once their address is topped up for it; where the treasury pays the fee, from several addresses at once. Between addresses of ours
 * nothing is earned or lost but the fee.
 * An address does one thing at a time, so its nonces have no gaps and its balance is what it was asked to be.
 */
export async function sweep<Request extends AccountRequest, Signed extends SignedPayment>(
  engine: Engine,
  chain: AccountChainOf<Request, Signed>,
  lease: Lease,
  paying: Paying<Request>,
  clear: Clear,
): Promise<void> {
  const market = await engine.market();
  const assets = market.catalogue.assets.filter((asset) => asset.chain.id === chain.id && !asset.isAbsent);
  const native = market.catalogue.native(chain);
  const holders = await dueHolders(engine.database, chain, MOST_AT_ONCE);
  const before = engine.clock() - PATIENCE_S;
  const waiting = paying.isFeePaid ? [] : await waitingForFuel(engine.database, chain, native.id, before);
  if (holders.length === 0 && waiting.length === 0) return;
  const round = await openRound(engine, chain, lease, paying);
  if (round === null) return;
  for (const each of waiting)
    await fuelAnew(round, each).catch(tellUnlessStopped(engine, chain, each.address));
  const full = holders.filter(({ hasCoins }) => hasCoins).map(({ address }) => address);
  const balances = await unsweptBalances(engine.database, chain, full, engine.isScreened);
  const busy = new Set<string>();
  const gathered: Gatherable[] = [];
  // Tokens first: the coins of the chain beside them are their fuel.
  for (const { balance, asset } of tokensFirst(market, balances)) {
    if (busy.has(balance.address)) continue;
    try {
      const way = await cheapestWay(round, balance.address, asset);
      if (!isWorthIt(round, market, asset, balance, way.loan?.cost ?? way.cost)) continue;
      busy.add(balance.address);
      if (!(await clear(round, balance.address, [PURPOSE.payouts]))) continue;
      if (paying.isFeePaid) gathered.push({ asset, balance });
      else await bringIn(round, asset, balance, way);
    } catch (error) {
      tellUnlessStopped(engine, chain, balance.address)(error);
    }
  }
  await gather(round, gathered, (address) => tellUnlessStopped(engine, chain, address));
  for (const holder of holders.filter(({ address }) => !busy.has(address))) {
    const { address, hasCoins } = holder;
    const isLent = await takeBack(round, address).catch((error) => {
      tellUnlessStopped(engine, chain, address)(error);
      return true;
    });
    if (!isLent && !hasCoins) await tidy(round, holder, assets);
  }
}

/** Whatever is wrong with one address, the others are swept. */
function tellUnlessStopped(engine: Engine, chain: Chain, address: string): (error: unknown) => void {
  return (error) => {
    if (error instanceof LeaseLost || error instanceof NotSigned) throw error;
    engine.warn({ err: error, chain: chain.name, address }, 'an address could not be swept');
  };
}

function tokensFirst(
  { catalogue }: Market,
  balances: readonly UnsweptBalance[],
): { balance: UnsweptBalance; asset: Asset }[] {
  const all = balances.map((balance) => ({ balance, asset: catalogue.get(balance.assetId) }));
  const isToken = ({ asset }: { asset: Asset }) => asset.contract !== null;
  return [...all.filter(isToken), ...all.filter((each) => !isToken(each))];
}

/** What it costs to bring in what an address has of an asset. */
async function costOf({ chain, feeRate }: Round, address: string, asset: Asset): Promise<bigint> {
  return (await chain.sweepCost?.(address, asset, feeRate)) ?? chain.transferCost(asset, feeRate);
}

/** What a sweep burns, and what it could be lent instead, where that is cheaper. */
interface Way {
  readonly cost: bigint;
  readonly loan: Loan | null;
}

async function cheapestWay(round: Round, address: string, asset: Asset): Promise<Way> {
  const cost = await costOf(round, address, asset);
  const isNative = asset.id === round.native.id;
  return { cost, loan: isNative || cost === 0n ? null : await offerOf(round, address, asset) };
}

/** Compares in USDT; without a price of now nothing is worth anything. */
function isWorthIt(
  { engine, chain, feeRate, isFeePaid }: Round,
  market: Market,
  asset: Asset,
  balance: UnsweptBalance,
  feeUnits: bigint,
): boolean {
  const priced = pricedNow(market, asset);
  if (priced === null) return false;
  const { asset: native, price: fuelPrice } = priced.fuel;
  // What costs nothing needs no fuel.
  const isFree = isFeePaid || asset.id === native.id || feeUnits === 0n;
  const fuel = isFree ? 0n : chain.transferCost(native, feeRate);
  const cost = (feeUnits + fuel) * fuelPrice * powerOfTen(asset.decimals);
  const worth = balance.units * priced.price * powerOfTen(native.decimals);
  // Where payouts wait for it, the cost is enough.
  return balance.isWanted ? worth > cost : worth * ONE > cost * engine.sweeping.worth;
}

async function bringIn(
  round: Round,
  asset: Asset,
  balance: UnsweptBalance,
  { cost, loan }: Way,
): Promise<void> {
  const { engine, chain, native } = round;
  const { address } = balance;
  const toTreasury = { address: chain.treasury, memo: null, assetId: asset.id };
  const ownTransfer: OwnTransfer = { purpose: PURPOSE.sweep, coins: balance.coins };
  if (asset.id === native.id) {
    const held = await fuelAt(round, address, balance.youngUnits);
    // All that counts: what is left of fuel goes with it.
    const units = (held ?? 0n) - cost;
    if (units > 0n) await round.pay(ownTransfer, address, { ...toTreasury, units });
    return;
  }
  const { apart, isFuelled } = await readFuel(engine.database, chain, native.id, address, engine.isScreened);
  const fuel = await fuelAt(round, address, apart);
  if (fuel === null) return;
  if (fuel >= cost) await round.pay(ownTransfer, address, { ...toTreasury, units: balance.units });
  else if (isFuelled) return;
  else if (loan !== null && fuel >= loan.cost) await lend(round, address, loan);
  else await topUp(round, address, loan?.cost ?? cost, apart);
}

/** For one that is dearer, too, or it could not take the place of the one that waits. */
async function fuelAnew(round: Round, { address, feeUnits, payoutId }: WaitingForFuel): Promise<void> {
  const { engine, chain, native } = round;
  const besides =
    payoutId === null
      ? (await readFuel(engine.database, chain, native.id, address, engine.isScreened)).apart
      : (await readRefundFuel(engine.database, chain, native.id, address, payoutId)).besides;
  await topUp(round, address, (feeUnits * 3n) / 2n, besides);
}

/**
 * An address from which everything has been brought in may have fuel left. What is worth its own fee is brought in as
 * well; an address that holds nothing is not asked about any more.
 */
async function tidy(round: Round, { address, isUsed }: Holder, assets: readonly Asset[]): Promise<void> {
  const { engine, chain, lease, at, native, isFeePaid } = round;
  const left = (await chain.accountBalances([address], native, at))?.[0];
  if (left === undefined) return;
  const cost = left === 0n ? 0n : await costOf(round, address, native);
  if (left > cost && isUsed) {
    const payee = {
      address: chain.treasury,
      memo: null,
      assetId: native.id,
      units: isFeePaid ? left : left - cost,
    };
    // Fuel may wait for a refund whose deposit is gone: it is not worth cancelling that.
    if ((await findGone(engine.database, chain, address, [PURPOSE.payouts])) === null)
      await round.pay({ purpose: PURPOSE.sweep, coins: [] }, address, payee);
    return;
  }
  for (const asset of assets) {
    if ((await chain.accountBalances([address], asset, at))?.[0] !== 0n) return;
  }
  await underLease(engine.database, lease, (client) => forgetHolder(client, chain, address));
}
