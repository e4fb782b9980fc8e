import type { Asset } from '../../catalog/catalogue.ts';
import {
  type AccountChain,
  type AccountChainOf,
  type AccountRequest,
  type BlockRef,
  type Chain,
  NotEnough,
  type Payee,
  type SignedPayment,
  Unpayable,
} from '../../chains/chain.ts';
import { ONE } from '../../money/fixed.ts';
import { powerOfTen } from '../../money/units.ts';
import { PURPOSE } from '../../payments/life.ts';
import { type OwnTransfer, storeAttempt, storePayments } from '../../payments/store-payments.ts';
import { takePlaceOf } from '../../payments/tie-to-deposits.ts';
import { pricedNow } from '../../pricing/prices-of-now.ts';
import type { Market } from '../../pricing/terms.ts';
import type { Engine } from '../context.ts';
import { lastFollowed } from '../followed.ts';
import { type Lease, LeaseLost, underLease } from '../lease.ts';
import type { Paying } from './account-requests.ts';
import { keepSigned } from './keep-signed.ts';
import { NotSigned, signPayment } from './may-sign.ts';
import { Purse } from './purse.ts';
import {
  dueHolders,
  forgetHolder,
  type Holder,
  type UnsweptBalance,
  unsweptBalances,
  waitingSweeps,
} from './unswept.ts';

/** A fee may rise between fuelling and sweeping. */
const TOP_UP_RESERVE = { times: 5n, of: 4n };
/** A sweep that no block has taken for this long may have lost its fuel. */
const PATIENCE_S = 600;
/** Deposit addresses that are looked at in one round. */
const MOST_AT_ONCE = 25;

/**
 * Brings what lies on deposit addresses to the treasury, on chains where only that pays: coins of the chain straight
 * away, tokens once their address is topped up for it. Between addresses of ours nothing is earned or lost but the fee.
 * An address does one thing at a time, so its nonces have no gaps and its balance is what it was asked to be.
 */
export async function sweep<Request extends AccountRequest, Signed extends SignedPayment>(
  engine: Engine,
  chain: AccountChainOf<Request, Signed>,
  lease: Lease,
  paying: Paying<Request>,
): Promise<void> {
  const at = await lastFollowed(engine.database, chain.id);
  if (at === null) return;
  const market = await engine.market();
  const assets = market.catalogue.assets.filter((asset) => asset.chain.id === chain.id && !asset.isAbsent);
  const native = market.catalogue.native(chain);
  const holders = await dueHolders(engine.database, chain, MOST_AT_ONCE);
  const before = engine.clock() - PATIENCE_S;
  const waiting = await waitingSweeps(engine.database, chain, native.id, before);
  if (holders.length === 0 && waiting.length === 0) return;
  const { now: feeRate } = await chain.feeRate();
  const pay: Pay = (ownTransfer, source, payee) => send(round, paying, chain, ownTransfer, source, payee);
  const round: Round = { engine, chain, lease, at, feeRate, pay };
  for (const { address, feeUnits } of waiting) {
    // For one that is dearer, too, or it could not take its place.
    await topUp(round, address, native, (feeUnits * 3n) / 2n).catch(
      tellUnlessStopped(engine, chain, address),
    );
  }
  const full = holders.filter(({ hasCoins }) => hasCoins).map(({ address }) => address);
  const balances = await unsweptBalances(engine.database, chain, full, engine.isScreened);
  const busy = new Set<string>();
  // Tokens first: the coins of the chain beside them are their fuel.
  for (const { balance, asset } of tokensFirst(market, balances)) {
    if (busy.has(balance.address) || !isWorthIt(round, market, asset, balance)) continue;
    busy.add(balance.address);
    try {
      await bringIn(round, asset, market.catalogue.native(asset.chain), balance);
    } catch (error) {
      tellUnlessStopped(engine, chain, balance.address)(error);
    }
  }
  for (const holder of holders) if (!holder.hasCoins) await tidy(round, holder, assets, native);
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

/** Compares in USDT; without a price of now nothing is worth anything. */
function isWorthIt(
  { engine, chain, feeRate }: Round,
  market: Market,
  asset: Asset,
  balance: UnsweptBalance,
): boolean {
  const priced = pricedNow(market, asset);
  if (priced === null) return false;
  const { asset: native, price: fuelPrice } = priced.fuel;
  const fuel = asset.id === native.id ? 0n : chain.transferCost(native, feeRate);
  const cost = (chain.transferCost(asset, feeRate) + fuel) * fuelPrice * powerOfTen(asset.decimals);
  const worth = balance.units * priced.price * powerOfTen(native.decimals);
  // Where payouts wait for it, the cost is enough.
  return balance.isWanted ? worth > cost : worth * ONE > cost * engine.sweeping.worth;
}

/** Signs and stores a transfer of our own; it is sent with the payouts' payments. */
type Pay = (ownTransfer: OwnTransfer, source: string, payee: Payee) => Promise<void>;

/** What every step of a round needs. */
interface Round {
  readonly engine: Engine;
  readonly chain: AccountChain;
  readonly lease: Lease;
  /** As of this block balances are read: what came later is not in the books yet. */
  readonly at: BlockRef;
  readonly feeRate: bigint;
  readonly pay: Pay;
}

async function bringIn(round: Round, asset: Asset, native: Asset, balance: UnsweptBalance): Promise<void> {
  const { chain, feeRate } = round;
  const cost = chain.transferCost(asset, feeRate);
  const fuel = (await chain.accountBalances([balance.address], native, round.at))?.[0];
  if (fuel === undefined) return;
  const toTreasury = { address: chain.treasury, memo: null, assetId: asset.id };
  const ownTransfer: OwnTransfer = { purpose: PURPOSE.sweep, coins: balance.coins };
  if (asset.id === native.id) {
    // All that counts: what is left of fuel goes with it.
    const units = fuel - balance.youngUnits - cost;
    if (units <= 0n) return;
    return round.pay(ownTransfer, balance.address, { ...toTreasury, units });
  }
  if (fuel >= cost) return round.pay(ownTransfer, balance.address, { ...toTreasury, units: balance.units });
  if (!balance.isToppedUp) await topUp(round, balance.address, native, cost);
}

/** Gives an address fuel for what it costs to bring in its tokens, unless it has it. A reorganisation may have taken it. */
async function topUp(round: Round, address: string, native: Asset, cost: bigint): Promise<void> {
  const { chain, at } = round;
  const fuel = (await chain.accountBalances([address], native, at))?.[0];
  if (fuel === undefined || fuel >= cost) return;
  const units = (cost * TOP_UP_RESERVE.times) / TOP_UP_RESERVE.of - fuel;
  const payee = { address, memo: null, assetId: native.id, units };
  await round.pay({ purpose: PURPOSE.topUp, coins: [] }, chain.treasury, payee);
}

async function send<Request extends AccountRequest, Signed extends SignedPayment>(
  round: Round,
  paying: Paying<Request>,
  chain: AccountChainOf<Request, Signed>,
  ownTransfer: OwnTransfer,
  source: string,
  payee: Payee,
): Promise<void> {
  const { engine, lease, feeRate } = round;
  const { requests, inPlaceOf } = await paying.ownTransfer(engine, lease, source);
  const request = requests.next(payee, feeRate);
  try {
    if (source === chain.treasury) await refuseLacking(round, payee);
    const signed = await signPayment(engine, chain, request);
    const payments = [{ request, signed, ownTransfer }];
    await keepSigned(engine, chain, lease, payments, async (client) => {
      if (inPlaceOf === null) return storePayments(client, chain, payments, engine.clock());
      await takePlaceOf(client, chain, inPlaceOf, { coins: ownTransfer.coins, payee });
      await storeAttempt(client, chain, inPlaceOf, { request, signed, isCancel: false }, engine.clock());
    });
  } catch (error) {
    // The treasury has no fuel to give now, or the signer refuses this one.
    if (!(error instanceof NotEnough || error instanceof Unpayable)) throw error;
    engine.warn(
      { chain: chain.name, source, purpose: ownTransfer.purpose, why: error.message },
      'a transfer of our own waits: it cannot be paid now',
    );
  }
}

/** The treasury gives no fuel from what its payouts take that are under way: it would block all behind it. */
async function refuseLacking({ engine, chain, feeRate }: Round, payee: Payee): Promise<void> {
  const { catalogue } = await engine.market();
  const purse = await Purse.open(engine, chain, chain.treasury, [payee.assetId]);
  const lack = purse.lacks(payee, catalogue.get(payee.assetId), feeRate);
  if (lack !== null) throw lack;
}

/**
 * An address from which everything has been brought in may have fuel left. What is worth its own fee is brought in as
 * well; an address that holds nothing is not asked about any more.
 */
async function tidy(
  round: Round,
  { address, isUsed }: Holder,
  assets: readonly Asset[],
  native: Asset,
): Promise<void> {
  const { engine, chain, lease, at, feeRate } = round;
  const left = (await chain.accountBalances([address], native, at))?.[0];
  const cost = chain.transferCost(native, feeRate);
  if (left === undefined) return;
  if (left > cost && isUsed) {
    const payee = { address: chain.treasury, memo: null, assetId: native.id, units: left - cost };
    return round.pay({ purpose: PURPOSE.sweep, coins: [] }, address, payee);
  }
  for (const asset of assets) {
    if ((await chain.accountBalances([address], asset, at))?.[0] !== 0n) return;
  }
  await underLease(engine.database, lease, (client) => forgetHolder(client, chain, address));
}
