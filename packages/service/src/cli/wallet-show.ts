import { loadCatalogue } from '../catalog/load-catalogue.ts';
import { chainsOf, openTestNetworks } from '../chains/sim/test-networks.ts';
import { compareBooks } from '../engine/compare-books.ts';
import { fromUnits } from '../money/units.ts';
import {
  type AskChain,
  type AssetOverview,
  type ChainOverview,
  walletOverview,
} from '../observe/wallet-overview.ts';
import type { Database } from '../store/database.ts';
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
      const chains = await walletOverview(database, await askChains(database));
      console.log(chains.map(asText).join('\n\n'));
    }),
};

/** Asks each chain about the block that has been followed last: what the ledger says is as of that one. */
async function askChains(database: Database): Promise<AskChain> {
  const { assets } = await loadCatalogue(database);
  const chains = new Map(
    chainsOf(await openTestNetworks(database, assets)).map((chain) => [chain.id, chain]),
  );
  return async ({ id }) => {
    const chain = chains.get(id);
    const compared = chain === undefined ? [] : await compareBooks(database, chain, assets);
    return new Map(compared.map(({ asset, walletUnits }) => [asset.id, walletUnits]));
  };
}

function asText({ chain, derived, given, assets }: ChainOverview): string {
  const head = ['coin', 'held', 'on the chain', 'owed to orders', 'arriving', 'unclaimed', 'free'];
  return [
    chain.name,
    `treasury   ${chain.treasury ?? 'none yet: the first start of an engine makes it'}`,
    `addresses  ${derived} derived, ${given} given (${chain.space})`,
    table(head, assets.map(cells)),
  ].join('\n');
}

function cells({ asset, held, onChain, owedToOrders, arriving, unclaimed, free }: AssetOverview): string[] {
  const amount = (units: bigint) => fromUnits(units, asset.decimals);
  return [
    asset.abbr,
    amount(held),
    onChain === null ? 'not known' : amount(onChain),
    ...[owedToOrders, arriving, unclaimed, free].map(amount),
  ];
}
