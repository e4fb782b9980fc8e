import { AssetsResponse, NoParameters } from '@swapdesk/contract';
import { fromUnits } from '../../money/units.ts';
import { endpoint } from '../endpoint.ts';

export const assetList = endpoint({
  method: 'GET',
  path: '/abbr/lists',
  id: 'assets',
  summary: 'Assets',
  description: 'What can be exchanged: every asset with its chain, switches and configured limits.',
  request: NoParameters,
  response: AssetsResponse,
  weight: 1,
  needsAccount: false,

  handle(services) {
    const { assets } = services.market().catalogue;
    return {
      data: assets.map((asset) => ({
        abbr: asset.abbr,
        chain: asset.chain.name,
        type: asset.protocol,
        decimal: asset.decimals,
        send: asset.canSend,
        recv: asset.canReceive,
        contract: asset.contract ?? '',
        min: fromUnits(asset.minUnits, asset.decimals),
        max: fromUnits(asset.maxUnits, asset.decimals),
        confirmations: asset.chain.confirmations,
      })),
    };
  },
});
