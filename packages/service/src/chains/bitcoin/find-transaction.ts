import type { BlockRef, TransactionStatus } from '../chain.ts';
import type { CoreNode } from './core-node.ts';

/** Outputs that are asked for: more than a payment of ours has. */
const MOST_OUTPUTS = 64;
/** Blocks beyond the confirmations in which a transaction is searched for. */
const EXTRA_BLOCKS = 6;

/**
 * Finds transactions without an index of them: among those that wait, by an output that is not spent yet, and else in
 * the newest blocks.
 */
export class TransactionFinder {
  private readonly node: CoreNode;
  private readonly depth: number;
  /** The txids of the newest blocks, by block hash. */
  private recent = new Map<string, ReadonlySet<string>>();

  constructor(node: CoreNode, confirmations: number) {
    this.node = node;
    this.depth = confirmations + EXTRA_BLOCKS;
  }

  async statusOf(txid: string): Promise<TransactionStatus> {
    if (await this.node.isInMempool(txid)) return { state: 'waiting' };
    const block = (await this.byOutput(txid)) ?? (await this.inRecentBlocks(txid));
    return block === null ? { state: 'unknown' } : { state: 'mined', block };
  }

  private async byOutput(txid: string): Promise<BlockRef | null> {
    const outputs = Array.from({ length: MOST_OUTPUTS }, (_, index) => ({ txid, index }));
    const found = (await this.node.unspent(outputs)).find((output) => output !== null);
    return found ? this.node.blockBelow(found.bestHash, found.confirmations) : null;
  }

  private async inRecentBlocks(txid: string): Promise<BlockRef | null> {
    const tip = await this.node.heightOf(await this.node.bestHash());
    const seen = new Map<string, ReadonlySet<string>>();
    let found: BlockRef | null = null;
    for (let height = tip; height > tip - this.depth && found === null; height--) {
      const hash = await this.node.hashAt(height);
      if (hash === null) break;
      const txids = this.recent.get(hash) ?? new Set(await this.node.txidsIn(hash));
      seen.set(hash, txids);
      if (txids.has(txid)) found = { height, hash };
    }
    // Blocks beyond the one it was found in are still recent.
    this.recent = found === null ? seen : new Map([...this.recent, ...seen]);
    return found;
  }
}
