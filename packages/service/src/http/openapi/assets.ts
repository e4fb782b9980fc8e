import { AssetsByChainResponse, AssetsResponse, type ListedAsset, NoParameters } from '@swapdesk/contract';
import type { Asset } from '../../catalog/catalogue.ts';
import { CAIP19 } from '../../chains/known/caip19.ts';
import { KNOWN_COINS } from '../../chains/known/known-chains.ts';
import { fromUnits } from '../../money/units.ts';
import { endpoint } from '../endpoint.ts';

const NO_ALIASES: string[] = [];
const ALIASES = new Map(KNOWN_COINS.map(({ abbr, aliases = NO_ALIASES }) => [abbr, [...aliases]]));

const HEAD = {
  method: 'GET',
  path: '/abbr/lists',
  request: NoParameters,
  weight: 1,
  scope: null,
  needsAccount: false,
  isForPages: true,
} as const;

export const assetList = endpoint({
  ...HEAD,
  id: 'assets',
  prefixes: ['/openapi', '/api/v1/openapi'],
  summary: 'Assets',
  description: 'What can be exchanged: every asset with its chain, switches and configured limits.',
  response: AssetsResponse,

  handle(services) {
    return { data: services.market().catalogue.assets.map(listed) };
  },
});

export const assetsByChain = endpoint({
  ...HEAD,
  id: 'assetsByChain',
  prefixes: ['/api/v1'],
  summary: 'Assets by chain',
  description:
    'The same as an object of lists, by chain name: clients in the wild expect that under this path.',
  response: AssetsByChainResponse,

  handle(services) {
    const byChain: Record<string, ListedAsset[]> = {};
    for (const asset of services.market().catalogue.assets) {
      const list = byChain[asset.chain.name] ?? [];
      byChain[asset.chain.name] = list;
      list.push(listed(asset));
    }
    return { data: byChain };
  },
});

function listed(asset: Asset): ListedAsset {
  const { canSend, canReceive, decimals } = asset;
  const caip19 = CAIP19.get(asset.id);
  return {
    abbr: asset.abbr,
    name: asset.name,
    aliases: ALIASES.get(asset.abbr) ?? NO_ALIASES,
    chain: asset.chain.name,
    type: asset.protocol,
    decimal: decimals,
    send: canSend,
    recv: canReceive,
    disabled: !canSend && !canReceive,
    disabled_send: !canSend,
    disabled_recv: !canReceive,
    payouts_paused: asset.isPaused === true,
    contract: asset.contract ?? '',
    ...(caip19 !== undefined && { caip19 }),
    min: fromUnits(asset.minUnits, decimals),
    max: fromUnits(asset.maxUnits, decimals),
    confirmations: asset.chain.confirmations,
  };
}
