import { readBlock, type TronBlock } from './read-block.ts';
import type { TronNode } from './tron-node.ts';

/** As many of the newest are kept: balances are held against those that have come meanwhile. */
const MOST_KEPT = 30;

/** Solidified blocks of each node, read once: they never change. */
export class SolidBlocks {
  private readonly kept = new WeakMap<TronNode, Map<number, TronBlock>>();

  /** Null if the node has none at this height yet. */
  async read(node: TronNode, height: number): Promise<TronBlock | null> {
    const blocks = this.kept.get(node) ?? new Map<number, TronBlock>();
    this.kept.set(node, blocks);
    const known = blocks.get(height);
    if (known !== undefined) return known;
    const block = await readBlock(node, 'solid', height);
    if (block === null) return null;
    blocks.set(height, block);
    for (const old of blocks.keys()) {
      if (blocks.size <= MOST_KEPT) break;
      blocks.delete(old);
    }
    return block;
  }
}
