import { type Asset, Catalogue } from '../catalog/catalogue.ts';
import type { Network } from '../chains/family.ts';
import type { ChainConfig, ChainsConfig } from '../configuration/chains-config.ts';

/**
 * The catalogue as far as real chains are configured: the others are switched off, because nobody follows them. What the
 * treasury of a test network was given counts for nothing.
 */
export function asConfigured(catalogue: Catalogue, { chains, network }: ChainsConfig): Catalogue {
  const adapted = new Map(
    [...new Set(catalogue.assets.map(({ chain }) => chain))].map((chain) => {
      const config = chains.get(chain.name);
      if (config === undefined) return [chain, chain];
      const evmChainId = config.family === 'evm' ? config.chainId : chain.evmChainId;
      return [chain, { ...chain, evmChainId, confirmations: config.confirmations }];
    }),
  );
  return new Catalogue(
    catalogue.assets.map((asset): Asset => {
      const config = chains.get(asset.chain.name);
      const chain = adapted.get(asset.chain) as Asset['chain'];
      if (config === undefined || !isThere(asset, config, network)) {
        return { ...asset, chain, canSend: false, canReceive: false, treasuryUnits: 0n, isAbsent: true };
      }
      return { ...asset, chain, contract: contractOf(asset, config, network), treasuryUnits: 0n };
    }),
  );
}

/** A token whose contract is on another network only cannot be traded on this one. */
function isThere(asset: Asset, config: ChainConfig, network: Network): boolean {
  return asset.contract === null || contractOf(asset, config, network) !== null;
}

function contractOf(asset: Asset, config: ChainConfig, network: Network): string | null {
  if (asset.contract === null || config.family === 'bitcoin') return asset.contract;
  const isKnownNetwork =
    config.family === 'evm' ? config.chainId === asset.chain.evmChainId : network === 'main';
  return config.tokens.get(asset.abbr) ?? (isKnownNetwork ? asset.contract : null);
}
