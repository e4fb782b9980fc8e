import { FEE_DECIMALS } from '@swapdesk/contract';
import type { Asset, Mode } from '../catalog/catalogue.ts';
import type { AssetState } from '../engine/books/asset-states.ts';
import { fromUnits } from '../money/units.ts';
import { transferCostUnits } from '../pricing/network-fee.ts';
import { pricedNow, priceOfNow } from '../pricing/prices-of-now.ts';
import type { Market } from '../pricing/terms.ts';

const MODES: readonly Mode[] = ['float', 'fixed'];
const fee = (ppm: number) => fromUnits(BigInt(ppm), FEE_DECIMALS);

/** What everybody pays, as the page of fees shows it. Numbers are texts, digit for digit. */
export function feeFacts(market: Market) {
  const { catalogue, settings, fees } = market;
  const general = { float: settings.float_fee_ppm, fixed: settings.fixed_fee_ppm };
  const nameOf = (id: number) => ({ chain: catalogue.get(id).chain.name, abbr: catalogue.get(id).abbr });
  return {
    float_fee: fee(general.float),
    fixed_fee: fee(general.fixed),
    assets: offered(catalogue.assets).map((asset) => {
      const priced = pricedNow(market, asset);
      const { chain, abbr, name, decimals, canSend, canReceive } = asset;
      return {
        chain: chain.name,
        abbr,
        name,
        send: canSend,
        recv: canReceive,
        min: fromUnits(asset.minUnits, decimals),
        max: fromUnits(asset.maxUnits, decimals),
        // Null: the general one counts.
        float_fee: asset.feePpm.float === null ? null : fee(asset.feePpm.float),
        fixed_fee: asset.feePpm.fixed === null ? null : fee(asset.feePpm.fixed),
        network_fee:
          priced === null ? null : fromUnits(transferCostUnits(asset, priced.price, priced.fuel), decimals),
      };
    }),
    rules: MODES.flatMap((mode) =>
      (fees?.rules ?? [])
        .filter((rule) => rule.mode === mode)
        .map(({ pair, fromUsdt, feePpm }) => ({
          mode,
          from: pair === null ? null : nameOf(pair.from),
          to: pair === null ? null : nameOf(pair.to),
          from_usdt: String(fromUsdt),
          fee: fee(feePpm),
        })),
    ),
  };
}

/** Whether everything runs, as the page of that shows it: states and times, and nothing of why. */
export function statusFacts(market: Market, states: readonly AssetState[]) {
  const { catalogue, now } = market;
  const stateOf = new Map(states.map((each) => [each.assetId, each]));
  const assets = offered(catalogue.assets).map((asset) => {
    const known = stateOf.get(asset.id);
    const isPriced = priceOfNow(market, asset) !== null;
    const state = known?.state ?? (isPriced ? 'running' : 'unpriced');
    const since = known?.since ?? (isPriced ? 0 : (market.rates.last(asset.abbr)?.at ?? 0));
    return { chain: asset.chain.name, abbr: asset.abbr, state, since: String(since) };
  });
  return { at: String(now), assets };
}

function offered(assets: readonly Asset[]): readonly Asset[] {
  return assets.filter(({ canSend, canReceive, isAbsent }) => (canSend || canReceive) && isAbsent !== true);
}
