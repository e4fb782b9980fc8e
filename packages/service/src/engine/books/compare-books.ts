import type { Asset } from '../../catalog/catalogue.ts';
import { askAgain } from '../../chains/ask-again.ts';
import type { BlockRef, Chain } from '../../chains/chain.ts';
import { balancesOf } from '../../ledger/balances.ts';
import type { Queryable } from '../../store/database.ts';
import { lastFollowed } from '../followed.ts';
import { readHoldings } from '../payments/spendable.ts';

/** What ledger and chain say of an asset, as of the same block. */
export interface Comparison {
  readonly asset: Asset;
  readonly block: BlockRef;
  readonly ledgerUnits: bigint;
  readonly walletUnits: bigint;
}

const MOST_TRIES = 5;

/**
 * Compares the ledger's `wallet` with the chain, as of the block that has been followed last: there they agree to the
 * unit. Without assets of which the chain does not know any more; nothing if the chain was never followed or does not
 * stand still. Where a node may be hasty, what differs is asked for again before it is believed.
 */
export function compareBooks(
  client: Queryable,
  chain: Chain,
  assets: readonly Asset[],
): Promise<Comparison[]> {
  return askAgain(
    () => compareOnce(client, chain, assets),
    (compared) => compared.some(({ ledgerUnits, walletUnits }) => ledgerUnits !== walletUnits),
    chain.takesBlockMs,
  );
}

/** The ledger moves only with blocks, so if the block is still the same afterwards, all that was read is of that block. */
async function compareOnce(client: Queryable, chain: Chain, assets: readonly Asset[]): Promise<Comparison[]> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const block = await lastFollowed(client, chain.id);
    if (block === null) return [];
    const ledger = await balancesOf(client, 'wallet');
    const holdings = await readHoldings(client, chain);
    if ((await lastFollowed(client, chain.id))?.hash !== block.hash) continue;
    const compared: Comparison[] = [];
    for (const asset of assets.filter((each) => each.chain.id === chain.id && !each.isAbsent)) {
      const walletUnits = await chain.balance(asset, holdings, block);
      if (walletUnits === null) continue;
      compared.push({ asset, block, ledgerUnits: ledger.get(asset.id) ?? 0n, walletUnits });
    }
    return compared;
  }
  return [];
}
