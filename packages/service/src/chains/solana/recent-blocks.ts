import { readBlock, type SlotBlock } from './read-block.ts';
import type { Rpc } from './solana-rpc.ts';

/** A block is asked for to be followed, and to say what accounts held before it. */
const KEPT = 8;

/** The final blocks that each endpoint told last: what is final does not change, so none is asked for twice. */
export class RecentBlocks {
  private readonly kept = new WeakMap<Rpc, Map<number, SlotBlock>>();

  /** Null if the slot has no block, or the endpoint none yet. */
  async read(rpc: Rpc, slot: number): Promise<SlotBlock | null> {
    const blocks = this.kept.get(rpc) ?? new Map<number, SlotBlock>();
    this.kept.set(rpc, blocks);
    const known = blocks.get(slot);
    if (known !== undefined) return known;
    const block = await readBlock(rpc, slot, 'finalized');
    if (block === null) return null;
    blocks.set(slot, block);
    const [oldest] = blocks.keys();
    if (blocks.size > KEPT && oldest !== undefined) blocks.delete(oldest);
    return block;
  }

  /** Asked for anew: endpoints that disagree on a block may have told it while they had a part of it. */
  forget(rpcs: readonly Rpc[], slot: number): void {
    for (const rpc of rpcs) this.kept.get(rpc)?.delete(slot);
  }
}
