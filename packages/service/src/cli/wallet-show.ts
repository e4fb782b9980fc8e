import type { Catalogue } from '../catalog/catalogue.ts';
import { loadCatalogue } from '../catalog/load-catalogue.ts';
import type { Network } from '../chains/family.ts';
import { systemClock } from '../clock.ts';
import { readConfig } from '../config.ts';
import type { ChainsConfig } from '../configuration/chains-config.ts';
import { walletChoicesOf } from '../configuration/wallet-choices.ts';
import { compareBooks } from '../engine/books/compare-books.ts';
import { fromUnits } from '../money/units.ts';
import { adaptation, NOBODY_SIGNS, openAllChains } from '../networks/all-chains.ts';
import {
  type AskChain,
  type AssetOverview,
  type ChainOverview,
  walletOverview,
} from '../observe/wallet-overview.ts';
import type { Database } from '../store/database.ts';
import { treasuryPath } from '../wallet/keys.ts';
import { refuseStrayTreasury } from '../wallet/treasury-paths.ts';
import { readArguments } from './arguments.ts';
import { type Command, withStore } from './command.ts';
import { table } from './table.ts';

export const walletShow: Command = {
  name: 'wallet show',
  usage: '',
  summary:
    'Show the wallet, chain by chain: treasury, addresses, what is held and whose it is, what the chain says',
  run: (args, env) =>
    withStore(env, async (database) => {
      readArguments(args, { words: [], options: [] });
      const { chains, network } = readConfig(env);
      await refuseStrayTreasury(database, walletChoicesOf(chains));
      const catalogue = adaptation(chains)(await loadCatalogue(database));
      const overview = await walletOverview(
        database,
        catalogue,
        await askChains(database, catalogue, chains),
      );
      console.log(overview.map((each) => asText(each, network)).join('\n\n'));
    }),
};

/** Asks each chain about the block that has been followed last: what the ledger says is as of that one. */
async function askChains(
  database: Database,
  catalogue: Catalogue,
  config: ChainsConfig | null,
): Promise<AskChain> {
  // Before an engine has ever run there is no treasury, and nothing to ask.
  if (catalogue.assets.some(({ chain }) => chain.treasury === undefined)) return async () => new Map();
  const { chains } = await openAllChains(database, config, {
    catalogue: () => catalogue,
    signer: NOBODY_SIGNS,
    clock: systemClock,
    warn: () => {},
  });
  const byId = new Map(chains.map((chain) => [chain.id, chain]));
  return async ({ id }) => {
    const chain = byId.get(id);
    const compared = chain === undefined ? [] : await compareBooks(database, chain, catalogue.assets);
    return new Map(compared.map(({ asset, walletUnits }) => [asset.id, walletUnits]));
  };
}

function asText({ chain, derived, given, assets, ...overview }: ChainOverview, network: Network): string {
  const path = overview.treasuryPath;
  const where = path === null ? '' : ` at ${treasuryPath(chain.space, network, path)}`;
  const head = [
    'coin',
    'held',
    'on the chain',
    'owed to orders',
    'promised',
    'arriving',
    'unclaimed',
    'withdrawn',
    'set aside',
    'paid, not deep',
    'earned',
    'free',
  ];
  return [
    chain.name,
    `treasury   ${chain.treasury ?? 'none yet: the first start of an engine makes it'}${where}`,
    `addresses  ${derived} derived, ${given} given (${chain.space})`,
    table(head, assets.map(cells)),
  ].join('\n');
}

function cells({ asset, held, onChain, ...owed }: AssetOverview): string[] {
  const amount = (units: bigint) => fromUnits(units, asset.decimals);
  return [
    asset.abbr,
    amount(held),
    onChain === null ? 'not known' : amount(onChain),
    ...[owed.owedToOrders, owed.promised, owed.arriving, owed.unclaimed, owed.withdrawing].map(amount),
    ...[owed.setAside, -owed.leaving, owed.earned, owed.free].map(amount),
  ];
}
