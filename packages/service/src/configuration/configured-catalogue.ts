import { type Asset, Catalogue, type Chain } from '../catalog/catalogue.ts';
import type { ChainConfig, ChainsConfig } from './chains-config.ts';

/**
 * The catalogue as it is with these chains; as it was if all are simulated. No asset is left out, as orders of the past
 * refer to them; those that are not followed are switched off: an address that nobody watches loses deposits. None has
 * a treasury before the ledger says so: what stands in the catalogue is what simulated networks are given.
 */
export function configuredCatalogue(catalogue: Catalogue, config: ChainsConfig | null): Catalogue {
  if (config === null) return catalogue;
  // One object per chain, as before: assets of the same chain are told by it.
  const chains = new Map<Chain, Chain>();
  for (const { chain } of catalogue.assets) {
    const followed = config.chains.get(chain.name);
    if (followed !== undefined && !chains.has(chain)) chains.set(chain, configuredChain(chain, followed));
  }
  return new Catalogue(
    catalogue.assets.map((asset) => {
      const chain = chains.get(asset.chain) ?? asset.chain;
      return { ...asset, chain, treasuryUnits: 0n, ...configuredSwitches(asset, config) };
    }),
  );
}

/** What an asset has of its own with these chains: its contract, or that it is off. */
function configuredSwitches(asset: Asset, { network, chains }: ChainsConfig): Partial<Asset> {
  const off = { canSend: false, canReceive: false };
  const followed = chains.get(asset.chain.name);
  if (followed === undefined) return off;
  if (network === 'main' || asset.contract === null) return {};
  // The catalogue's contract is the main network's; here it is nobody's.
  const contract = followed.family === 'evm' ? followed.tokens.get(asset.abbr) : undefined;
  return contract === undefined ? off : { contract };
}

function configuredChain(chain: Chain, config: ChainConfig): Chain {
  return {
    ...chain,
    confirmations: config.confirmations,
    evmChainId: config.family === 'evm' ? config.chainId : chain.evmChainId,
  };
}
