import type { Asset } from '../../catalog/catalogue.ts';
import type { Holding, PlanLimits } from '../holding.ts';

export const LIMITS: PlanLimits = {
  bandPpm: 100_000n,
  coldFeePpm: 5_000n,
  coldPauseS: 3_600,
  now: 1_000_000,
};

const CHAIN = { name: 'Ethereum', nativeAbbr: 'ETH' } as Asset['chain'];

export function assetOf(id: number, given: Partial<Asset> = {}): Asset {
  return {
    id,
    chain: CHAIN,
    abbr: id === 0 ? 'ETH' : `T${id}`,
    decimals: 2,
    contract: null,
    minUnits: 1n,
    dustUnits: 1n,
    transferCost: 0n,
    ...given,
  } as Asset;
}

/** Of an asset that has its price and lacks nothing; unless it is said otherwise. */
export function holdingOf(asset: Asset, given: Partial<Holding> = {}): Holding {
  return {
    asset,
    booked: 0n,
    reserved: 0n,
    payable: null,
    waitingPayouts: 0,
    stuckUnits: 0n,
    target: 0n,
    hotLimit: null,
    lowSince: 0,
    price: 10n ** 18n,
    native: asset,
    nativePrice: 10n ** 18n,
    nativeFree: 10n ** 30n,
    cold: { address: 'cold', stop: null, isUnderWay: false, lastAt: 0 },
    ...given,
  };
}
