import { NoParameters, PricesResponse } from '@swapdesk/contract';
import { formatFixed } from '../../money/fixed.ts';
import { endpoint } from '../endpoint.ts';

export const recentPrices = endpoint({
  method: 'GET',
  path: '/abbr/recent/prices',
  id: 'prices',
  summary: 'Recent prices',
  description: 'The newest price of each coin in USDT, and the feed that it came from.',
  request: NoParameters,
  response: PricesResponse,
  weight: 1,
  scope: null,
  needsAccount: false,
  isForPages: true,

  handle(services) {
    const { rates, catalogue } = services.market();
    const stable = new Set(catalogue.assets.filter((asset) => asset.stable).map((asset) => asset.abbr));
    return {
      data: rates.prices.map(({ abbr, value, at, source }) => ({
        abbr,
        price: formatFixed(value),
        timestamp: at,
        stable_coin: stable.has(abbr),
        source,
      })),
    };
  },
});
