import { FEE_DECIMALS, NoParameters, QUOTE_LIFETIME_S, ServiceResponse } from '@swapdesk/contract';
import { KNOWN_CHAINS, KNOWN_COINS } from '../../chains/known/known-chains.ts';
import { fromUnits } from '../../money/units.ts';
import { endpoint } from '../endpoint.ts';

const COINS = KNOWN_COINS.map(({ abbr, mark }) => ({ abbr, colour: mark.colour, sign: mark.path }));

export const serviceInfo = endpoint({
  method: 'GET',
  path: '/service',
  id: 'service',
  summary: 'This service',
  description:
    'Which network it serves, whether its coins are real, its general fees, how long things hold, and what pages show of chains and coins.',
  request: NoParameters,
  response: ServiceResponse,
  weight: 1,
  scope: null,
  needsAccount: false,
  isForPages: true,

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
        longest_hold: settings.longest_hold_s,
        float_lifetime: settings.float_lifetime_s,
        fixed_lifetime: settings.fixed_lifetime_s,
        chains: KNOWN_CHAINS.map(({ name, explorer, addressExplorer, sampleAddress }) => ({
          name,
          explorer: network === 'main' ? explorer : '',
          address_explorer: network === 'main' ? addressExplorer : '',
          sample_address: testNetworks.size > 0 ? sampleAddress : '',
        })),
        coins: COINS,
      },
    };
  },
});
