import {
  FiguresRequest,
  FiguresResponse,
  OverviewRequest,
  OverviewResponse,
  type TreasuryState,
} from '@swapdesk/contract';
import { fromUnits } from '../../money/units.ts';
import { worthInUsdt } from '../../money/worth.ts';
import { latestDurations, readFigures } from '../../observe/figures.ts';
import type { Queue } from '../../observe/queue.ts';
import type { AssetOverview } from '../../observe/wallet-overview.ts';
import { priceOfNow } from '../../pricing/prices-of-now.ts';
import { isTooLittleToReturn } from '../../pricing/refund-fee.ts';
import type { Market } from '../../pricing/terms.ts';
import { loadWatched } from '../../pricing/watched-prices.ts';
import { openAlarms, shownAlarms } from './alarms.ts';
import { chainStates, haltStates, leaseStates } from './chain-states.ts';
import { consoleEndpoint } from './endpoint.ts';
import { neededPrices, priceStates } from './prices.ts';

const overview = consoleEndpoint({
  method: 'GET',
  path: '/overview',
  request: OverviewRequest,
  response: OverviewResponse,
  changes: false,
  async handle(services) {
    const health = await services.health();
    const market = services.market();
    return {
      data: {
        at: health.at,
        orders: Array.from(health.orders, ([status, orders]) => ({ status, orders })),
        frozen: health.frozen.map(({ reason, orders, decided }) => ({ reason, orders, decided })),
        treasury: health.wallet.flatMap(({ assets }) => assets.map((asset) => treasuryState(asset, market))),
        prices: priceStates(market, neededPrices(market, await loadWatched(services.database))),
        chains: chainStates(services, health),
        leases: leaseStates(health),
        halts: haltStates(health, market.catalogue),
        alarms: shownAlarms(await openAlarms(services, health)),
        to_decide: toDecide(health.queue, market),
        checks: health.findings.length,
      },
    };
  },
});

const figures = consoleEndpoint({
  method: 'GET',
  path: '/overview/figures',
  request: FiguresRequest,
  response: FiguresResponse,
  changes: false,
  async handle({ database }, { params: { step }, now }) {
    const steps = await readFigures(database, step, now);
    const { orders, p50, p90, p99 } = await latestDurations(database);
    return {
      data: {
        steps: steps.map(({ medianS, slowS, ...figure }) => ({
          ...figure,
          median_s: medianS,
          slow_s: slowS,
        })),
        latest: { orders, p50_s: p50, p90_s: p90, p99_s: p99 },
      },
    };
  },
});

export const OVERVIEW_ENDPOINTS = [overview, figures];

/** Without what is not worth its network fee: nobody can decide about that. */
function toDecide({ deposits, losses }: Queue, market: Market): number {
  const open = deposits.filter(
    ({ asset_id, units }) => !isTooLittleToReturn(asset_id, BigInt(units), market),
  );
  return open.length + losses.length;
}

function treasuryState(overviewed: AssetOverview, market: Market): TreasuryState {
  const { asset, held, free, owedToOrders, promised, arriving, unclaimed } = overviewed;
  const amount = (units: bigint) => fromUnits(units, asset.decimals);
  const price = priceOfNow(market, asset) ?? 0n;
  const target = asset.targetUnits ?? 0n;
  return {
    chain: asset.chain.name,
    abbr: asset.abbr,
    held: amount(held),
    free: amount(free),
    reserved: amount(owedToOrders),
    promised: amount(promised),
    arriving: amount(arriving),
    unclaimed: amount(unclaimed),
    target: amount(target),
    free_value: worthInUsdt(free, price, asset.decimals),
    target_value: worthInUsdt(target, price, asset.decimals),
  };
}
