import type { Mempool, Transaction, Watch } from '../chain.ts';
import { type Endpoints, NotTheNode } from '../rpc/endpoints.ts';
import { type TronAssets, toTransactions } from './our-transactions.ts';
import { newestHead, readBlock } from './read-block.ts';
import type { TronNode } from './tron-node.ts';

/** What waits has not been asked for. */
export const UNREAD: Mempool = { has: () => false, transactions: [], noted() {} };

/** Blocks behind the newest that may not be solidified; more are not of a chain that goes on. */
const MOST = 100;

interface WaitingBlock {
  readonly height: number;
  readonly hash: string;
  readonly parent: string;
  readonly txids: ReadonlySet<string>;
  /** What it brings us. */
  readonly ours: readonly Transaction[];
}

/**
 * What is in blocks that are not solidified: it waits, as a fork may still undo it. It is news, not money: only what
 * solidified blocks say counts, so one node's word is enough. Each block is read once.
 */
export class UnsolidBlocks {
  private known = new Map<string, WaitingBlock>();
  private noted = new Set<string>();

  async read(
    endpoints: Endpoints<TronNode>,
    assets: () => TronAssets,
    watch: () => Promise<Watch>,
  ): Promise<Mempool> {
    const blocks = await endpoints.first((node) => this.walk(node, assets, watch));
    this.known = new Map(blocks.map((block) => [block.hash, block]));
    // What waits no more need not be remembered.
    this.noted = new Set([...this.noted].filter((hash) => this.known.has(hash)));
    const untold = blocks.filter(({ hash }) => !this.noted.has(hash));
    return {
      has: (txid) => blocks.some(({ txids }) => txids.has(txid)),
      transactions: untold.flatMap(({ ours }) => ours),
      noted: () => {
        for (const { hash } of untold) this.noted.add(hash);
      },
    };
  }

  /** From the newest back to the solidified one, each the parent of the one before: of one fork alone. */
  private async walk(
    node: TronNode,
    assets: () => TronAssets,
    watch: () => Promise<Watch>,
  ): Promise<WaitingBlock[]> {
    const newest = await newestHead(node, 'wallet');
    const solid = await newestHead(node, 'solid');
    const blocks: WaitingBlock[] = [];
    let { hash, height } = newest;
    while (height > solid.height && blocks.length < MOST) {
      const block = this.known.get(hash) ?? (await readWaiting(node, height, assets, watch));
      // The node has gone over to another fork meanwhile: the next look finds that one whole.
      if (block?.hash !== hash) break;
      blocks.push(block);
      hash = block.parent;
      height--;
    }
    return blocks.reverse();
  }
}

async function readWaiting(
  node: TronNode,
  height: number,
  assets: () => TronAssets,
  watch: () => Promise<Watch>,
): Promise<WaitingBlock | null> {
  const block = await readBlock(node, 'wallet', height);
  if (block === null) return null;
  const { hash, parent, transactions } = block;
  const all = toTransactions(block, await watch().catch(blameless), assets());
  return {
    height,
    hash,
    parent,
    txids: new Set(transactions.map(({ txid }) => txid)),
    ours: all.filter(({ transfers, spends }) => transfers.length > 0 || spends.length > 0),
  };
}

function blameless(error: unknown): never {
  throw new NotTheNode(error);
}
