import type { Block, BlockRef, Chain, Watch } from '../../chains/chain.ts';

/**
 * What a node's chain is to the block that was followed last: it ends there, goes on, has another in its place, does not
 * reach that far, or contradicts itself: it has our block, and a next one that does not continue it.
 */
export type Link = { readonly tip: BlockRef } & (
  | { readonly kind: 'end' | 'gone' | 'behind' | 'broken' }
  | { readonly kind: 'next'; readonly block: Block }
);

/** What an operator can do about the last of these. */
export const BROKEN_ADVICE =
  'the node has our last block, and a next one that does not continue it. Restart it, let it check its blocks ' +
  '(-reindex-chainstate), or name another endpoint';

/** `known`: the newest block of the node as it was a moment ago; who goes on block by block need not ask for it at each. */
export async function readLink(
  chain: Chain,
  last: BlockRef,
  watch: () => Promise<Watch>,
  known?: BlockRef,
): Promise<Link> {
  const tip = known ?? (await chain.tip());
  if (tip.hash === last.hash) return { kind: 'end', tip };
  const next = await chain.block(last.height + 1, watch, tip.height);
  if (next !== null && next.height === last.height + 1 && next.parent === last.hash) {
    return { kind: 'next', block: next, tip };
  }
  const same = await chain.block(last.height, watch);
  // A node that does not have our block is behind; only another block in its place says that ours is gone.
  if (same === null || same.height !== last.height) return { kind: 'behind', tip };
  if (same.hash !== last.hash) return { kind: 'gone', tip };
  return { kind: next === null ? 'end' : 'broken', tip };
}
