import type { Catalogue } from '../catalog/catalogue.ts';
import type { Chain } from '../chains/chain.ts';
import type { Signer } from '../chains/signer.ts';
import { chainsOf, openTestNetworks, type TestNetworks } from '../chains/sim/test-networks.ts';
import type { ChainsConfig } from '../configuration/chains-config.ts';
import type { Database } from '../store/database.ts';
import { asConfigured } from './as-configured.ts';
import { type ChainSurroundings, openChains } from './open-chains.ts';
import { SimNews } from './sim-news.ts';

/** The chains that there are; all simulated, or all real. */
export interface AllChains {
  readonly chains: readonly Chain[];
  /** Empty where a real chain is configured: nobody can make money there. */
  readonly networks: TestNetworks;
}

/** For those who only look. */
export const NOBODY_SIGNS: Signer = {
  async sign() {
    throw new Error('this process holds no keys');
  },
};

/** What the catalogue is on the networks that are configured. */
export function adaptation(config: ChainsConfig | null): (catalogue: Catalogue) => Catalogue {
  return config === null ? (catalogue) => catalogue : (catalogue) => asConfigured(catalogue, config);
}

/** Opens the configured chains, or test networks where none is configured. The catalogue is that of the configuration. */
export async function openAllChains(
  database: Database,
  config: ChainsConfig | null,
  surroundings: ChainSurroundings,
): Promise<AllChains> {
  if (config !== null) return { chains: await openChains(config, surroundings), networks: new Map() };
  const news = new SimNews(database);
  const assets = surroundings.catalogue().assets.filter(({ isAbsent }) => !isAbsent);
  const networks = await openTestNetworks(database, assets, news);
  return { chains: chainsOf(networks), networks };
}
