import type { BlockRef, Coin, SpentCoin } from '../chain.ts';
import type { CoreNode } from './core-node.ts';
import { refOf } from './pay-by-coins.ts';

/**
 * Those of our coins that the node holds for spent: in a block, or by what waits. Null if its newest block is not this
 * one: a coin that it does not have yet, or not any more, would look like one that is spent.
 */
export async function spentCoins(
  node: CoreNode,
  coins: readonly Coin[],
  at: BlockRef,
): Promise<SpentCoin[] | null> {
  await node.mempoolIsRead();
  const refs = coins.map(({ spend }) => refOf(spend));
  const isFree = await node.unspentByAll(refs);
  const taken = coins.filter((_, n) => !isFree[n]);
  if (taken.length === 0) return [];
  const takenRefs = taken.map(({ spend }) => refOf(spend));
  const inBlocks = await node.unspent(takenRefs);
  const spenders = await node.waitingSpenders(takenRefs);
  if ((await node.bestHash()) !== at.hash) return null;
  return taken.map(({ spend }, n) => ({
    spend,
    txid: spenders[n] ?? null,
    isWaiting: inBlocks[n] !== null,
  }));
}
