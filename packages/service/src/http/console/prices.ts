import { ConsolePricesRequest, ConsolePricesResponse, type PriceState } from '@swapdesk/contract';
import { formatFixed } from '../../money/fixed.ts';
import type { Market } from '../../pricing/terms.ts';
import { consoleEndpoint } from './endpoint.ts';

const list = consoleEndpoint({
  method: 'GET',
  path: '/prices',
  request: ConsolePricesRequest,
  response: ConsolePricesResponse,
  changes: false,
  async handle({ market }) {
    const now = market();
    const priced = new Set(now.rates.prices.map(({ abbr }) => abbr));
    const coins = [...new Set(now.catalogue.assets.map(({ abbr }) => abbr))];
    return {
      data: {
        prices: priceStates(now),
        max_age_s: now.settings.price_max_age_s,
        missing: coins.filter((abbr) => !priced.has(abbr)),
      },
    };
  },
});

export const PRICE_ENDPOINTS = [list];

/** All prices, and whether they count. */
export function priceStates({ rates, settings, now }: Market): PriceState[] {
  return rates.prices.map(({ abbr, value, at, source }) => ({
    abbr,
    price: formatFixed(value),
    at,
    age_s: Math.max(0, now - at),
    is_fresh: rates.find(abbr, { now, maxAgeS: settings.price_max_age_s }) !== null,
    source,
  }));
}
