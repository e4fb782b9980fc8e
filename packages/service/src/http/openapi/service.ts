import { FEE_DECIMALS, NoParameters, QUOTE_LIFETIME_S, ServiceResponse } from '@swapdesk/contract';
import { fromUnits } from '../../money/units.ts';
import { endpoint } from '../endpoint.ts';

export const serviceInfo = endpoint({
  method: 'GET',
  path: '/service',
  id: 'service',
  summary: 'This service',
  description:
    'Which network it serves, whether its coins are real, its general fees, and how long things hold.',
  request: NoParameters,
  response: ServiceResponse,
  weight: 1,
  needsAccount: false,

  handle({ network, testNetworks, market }) {
    const { rates, settings } = market();
    return {
      data: {
        network,
        is_simulated: testNetworks.size > 0,
        price_source: rates.source,
        float_fee: fromUnits(BigInt(settings.float_fee_ppm), FEE_DECIMALS),
        fixed_fee: fromUnits(BigInt(settings.fixed_fee_ppm), FEE_DECIMALS),
        quote_lifetime: QUOTE_LIFETIME_S,
        float_lifetime: settings.float_lifetime_s,
        fixed_lifetime: settings.fixed_lifetime_s,
      },
    };
  },
});
