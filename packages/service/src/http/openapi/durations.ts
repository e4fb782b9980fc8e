import { DurationsResponse, NoParameters } from '@swapdesk/contract';
import { endpoint } from '../endpoint.ts';

export const durations = endpoint({
  method: 'GET',
  path: '/durations',
  id: 'durations',
  summary: 'How long exchanges take',
  description:
    'Measured on the orders of the last 30 days, the newest 20,000 of all pairs at most, without those that were frozen. A pair ' +
    'with fewer than ten is not there. Measured anew every ten minutes.',
  request: NoParameters,
  response: DurationsResponse,
  weight: 1,
  scope: null,
  needsAccount: false,
  isForPages: true,

  async handle({ measuredDurations, market }) {
    const { catalogue } = market();
    const pairs = await measuredDurations();
    return {
      data: pairs.map(({ fromAssetId, toAssetId, orders, halfS, mostS }) => {
        const [from, to] = [catalogue.get(fromAssetId), catalogue.get(toAssetId)];
        return {
          from_chain: from.chain.name,
          from_abbr: from.abbr,
          to_chain: to.chain.name,
          to_abbr: to.abbr,
          orders,
          half_s: halfS,
          most_s: mostS,
        };
      }),
    };
  },
});
