import type { Asset, Catalogue } from '../catalog/catalogue.ts';
import { chainKey } from '../catalog/chain-names.ts';
import { fillCatalogue } from '../catalog/fill-catalogue.ts';
import { loadCatalogue } from '../catalog/load-catalogue.ts';
import type { Chain } from '../chains/chain.ts';
import { type Environment, readConfig } from '../config.ts';
import { adaptation, NOBODY_SIGNS, openAllChains } from '../networks/all-chains.ts';
import type { Database } from '../store/database.ts';
import { joinStore } from '../store/open-store.ts';
import { refuseNoStore, UsageError } from './command.ts';

/** The store, and the chains as they are configured, for who only looks at them. */
export interface Surroundings {
  readonly database: Database;
  readonly catalogue: Catalogue;
  readonly chains: readonly Chain[];
}

/** Runs a tool's work on the store with the chains beside it. */
export async function withChains(
  env: Environment,
  work: (surroundings: Surroundings) => Promise<void>,
): Promise<void> {
  const config = readConfig(env);
  refuseNoStore(config);
  const store = await joinStore(config, fillCatalogue);
  try {
    const { database } = store;
    const catalogue = adaptation(config.chains)(await loadCatalogue(database));
    const clock = () => Math.floor(Date.now() / 1000);
    const { chains } = await openAllChains(database, config.chains, {
      catalogue: () => catalogue,
      signer: NOBODY_SIGNS,
      clock,
      warn: () => {},
    });
    await work({ database, catalogue, chains });
  } finally {
    await store.stop();
  }
}

/** An asset by its names, and its chain. */
export function findAsset(
  { catalogue, chains }: Surroundings,
  chainName: string,
  abbr: string,
): { asset: Asset; chain: Chain } {
  const asset = catalogue.find(chainName, abbr);
  const chain = chains.find(({ id }) => id === asset?.chain.id);
  if (asset === undefined || chain === undefined)
    throw new UsageError(`There is no ${chainName} ${abbr}. See: npx swapdesk asset list`);
  return { asset, chain };
}

/** The assets of a chain by their names: one, or all of them. */
export function findAssets(
  surroundings: Surroundings,
  chainName: string,
  abbr: string | undefined,
): { chain: Chain; assets: Asset[] } {
  if (abbr !== undefined) {
    const { asset, chain } = findAsset(surroundings, chainName, abbr);
    return { chain, assets: [asset] };
  }
  const chain = surroundings.chains.find(({ name }) => chainKey(name) === chainKey(chainName));
  if (chain === undefined)
    throw new UsageError(`There is no chain ${chainName}. See: npx swapdesk chain list`);
  return { chain, assets: surroundings.catalogue.assets.filter((asset) => asset.chain.id === chain.id) };
}
