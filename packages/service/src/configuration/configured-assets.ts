import type { Asset, Chain } from '../catalog/catalogue.ts';
import type { ChainConfig, ChainsConfig } from './chains-config.ts';

/**
 * The catalogue's assets as they are with these chains. None is left out, as orders of the past refer to them; those
 * that are not followed are switched off: an address that nobody watches loses deposits.
 */
export function configuredAssets(config: ChainsConfig, assets: readonly Asset[]): Asset[] {
  // One object per chain, as before: assets of the same chain are told by it.
  const made = new Map<Chain, Chain>();
  return assets.map((asset) => {
    const followed = config.chains.get(asset.chain.name);
    if (followed === undefined) return switchedOff(asset);
    const chain = made.get(asset.chain) ?? configuredChain(asset.chain, followed);
    made.set(asset.chain, chain);
    if (config.network === 'main' || asset.contract === null) return { ...asset, chain };
    const contract = followed.family === 'evm' ? followed.tokens.get(asset.abbr) : undefined;
    // The catalogue's contract is the main network's; here it is nobody's.
    return contract === undefined ? switchedOff({ ...asset, chain }) : { ...asset, chain, contract };
  });
}

function configuredChain(chain: Chain, config: ChainConfig): Chain {
  return {
    ...chain,
    confirmations: config.confirmations,
    evmChainId: config.family === 'evm' ? config.chainId : chain.evmChainId,
  };
}

function switchedOff(asset: Asset): Asset {
  return { ...asset, canSend: false, canReceive: false };
}
