import type { Asset } from '../catalog/catalogue.ts';
import { type Chain, NotEnough, type PaymentRequest } from '../chains/chain.ts';
import { powerOfTen } from '../money/units.ts';
import type { Market } from '../pricing/terms.ts';
import type { Engine } from './context.ts';
import { type Lease, LeaseLost, underLease } from './lease.ts';
import { nextNonce } from './spendable.ts';
import { type Errand, storePayments } from './store-payments.ts';
import { type Heap, unsweptHeaps } from './unswept.ts';

/** What is brought in must be worth so many times what that costs; where payouts wait for it, just the cost. */
const WORTH_TIMES = 10n;
/** A fee may rise between fuelling and sweeping. */
const FUEL_RESERVE = { times: 5n, of: 4n };
/** Deposit addresses that are looked at in one round. */
const MOST_AT_ONCE = 25;

/**
 * Brings what lies on deposit addresses to the treasury, on chains where only that pays: coins of the chain straight
 * away, tokens once their address has the fuel for it. Between addresses of ours nothing is earned or lost but the fee.
 * An address does one thing at a time, so its numbers have no gaps and its balance is what it was asked to be.
 */
export async function sweep(engine: Engine, chain: Chain, lease: Lease): Promise<void> {
  if (!chain.needsSweeping) return;
  const heaps = await unsweptHeaps(engine.database, chain, MOST_AT_ONCE);
  if (heaps.length === 0) return;
  const market = await engine.market();
  const { now: feeRate } = await chain.feeRate();
  const busy = new Set<string>();
  // Tokens first: the coins of the chain beside them are their fuel.
  for (const { heap, asset } of tokensFirst(market, heaps)) {
    if (busy.has(heap.address) || !isWorthIt(market, chain, asset, heap, feeRate)) continue;
    busy.add(heap.address);
    try {
      await bringIn(engine, chain, lease, asset, market.catalogue.native(asset.chain), heap, feeRate);
    } catch (error) {
      if (error instanceof LeaseLost) throw error;
      // Whatever is wrong with one address, the others are swept.
      engine.warn({ err: error, chain: chain.name, address: heap.address }, 'an address could not be swept');
    }
  }
}

function tokensFirst({ catalogue }: Market, heaps: readonly Heap[]): { heap: Heap; asset: Asset }[] {
  const all = heaps.map((heap) => ({ heap, asset: catalogue.get(heap.assetId) }));
  const isToken = ({ asset }: { asset: Asset }) => asset.contract !== null;
  return [...all.filter(isToken), ...all.filter((each) => !isToken(each))];
}

/** Compares in USDT; without a price of now nothing is worth anything. */
function isWorthIt(market: Market, chain: Chain, asset: Asset, heap: Heap, feeRate: bigint): boolean {
  const { catalogue, rates, settings, now } = market;
  const native = catalogue.native(asset.chain);
  const freshness = { now, maxAgeS: settings.price_max_age_s };
  const [price, fuelPrice] = [rates.find(asset.abbr, freshness), rates.find(native.abbr, freshness)];
  if (price === null || fuelPrice === null) return false;
  const fuel = asset.id === native.id ? 0n : chain.transferCost(native, feeRate);
  const cost = (chain.transferCost(asset, feeRate) + fuel) * fuelPrice * powerOfTen(asset.decimals);
  const worth = heap.units * price * powerOfTen(native.decimals);
  return worth > cost * (heap.isWanted ? 1n : WORTH_TIMES);
}

async function bringIn(
  engine: Engine,
  chain: Chain,
  lease: Lease,
  asset: Asset,
  native: Asset,
  heap: Heap,
  feeRate: bigint,
): Promise<void> {
  const cost = chain.transferCost(asset, feeRate);
  const fuel = await chain.accountBalance(heap.address, native);
  const toTreasury = { address: chain.treasury, memo: null, assetId: asset.id };
  const errand: Errand = { purpose: 'sweep', coins: heap.coins };
  if (asset.id === native.id) {
    // No more than is known to have arrived, or what arrives meanwhile would be swept unnoticed.
    const units = (fuel < heap.units ? fuel : heap.units) - cost;
    if (units <= 0n) return;
    const payees = [{ ...toTreasury, units }];
    return sendErrand(engine, chain, lease, errand, { source: heap.address, payees, feeRate });
  }
  if (fuel >= cost) {
    const payees = [{ ...toTreasury, units: heap.units }];
    return sendErrand(engine, chain, lease, errand, { source: heap.address, payees, feeRate });
  }
  if (heap.isFuelled) return;
  const units = (cost * FUEL_RESERVE.times) / FUEL_RESERVE.of - fuel;
  await sendErrand(
    engine,
    chain,
    lease,
    { purpose: 'fuel', coins: [] },
    {
      source: chain.treasury,
      payees: [{ address: heap.address, memo: null, assetId: native.id, units }],
      feeRate,
    },
  );
}

/** Signs and stores; it is sent with the payouts' payments. */
export async function sendErrand(
  engine: Engine,
  chain: Chain,
  lease: Lease,
  errand: Errand,
  { source, payees, feeRate, nonce }: SentErrand,
): Promise<void> {
  const request: PaymentRequest = {
    ...{ payees, source, feeRate, coins: [], spendAll: false },
    nonce: nonce ?? (await nextNonce(engine.database, chain, source)),
  };
  try {
    const signed = await chain.sign(request);
    await underLease(engine.database, lease, (client) =>
      storePayments(client, chain, [{ request, signed, errand }], engine.clock()),
    );
  } catch (error) {
    // The treasury has no fuel to give now.
    if (!(error instanceof NotEnough)) throw error;
    engine.warn(
      { chain: chain.name, source, purpose: errand.purpose },
      'an errand waits: there is not enough',
    );
  }
}

type SentErrand = Pick<PaymentRequest, 'payees' | 'feeRate'> & { source: string; nonce?: number };
