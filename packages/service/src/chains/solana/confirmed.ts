import type { Mempool, Transaction, Watch } from '../chain.ts';
import type { Endpoints } from '../rpc/endpoints.ts';
import { NotTheNode } from '../rpc/endpoints.ts';
import { readOurs } from './our-block.ts';
import type { Counting } from './our-transactions.ts';
import { readBlock, readHead } from './read-block.ts';
import type { Rpc } from './solana-rpc.ts';
import { count, unexpected } from './values.ts';

/** What waits has not been asked for. */
export const UNREAD: Mempool = { has: () => false, transactions: [], noted() {} };

/** Blocks that are confirmed and not final are about thirty. More are left for the look that finds them final. */
const MOST_BLOCKS = 64;

interface ConfirmedBlock {
  readonly hash: string;
  readonly parent: string;
  readonly transactions: readonly Transaction[];
}

/**
 * What is in blocks that most validators have voted for, and that are not final yet: on other chains it would wait for a block. It is
 * news, not money: one node's word is enough, and a fork may take it back. Each block is read once, as long as those after it continue it.
 */
export class ConfirmedTransactions {
  private blocks = new Map<number, ConfirmedBlock>();
  private noted = new Set<string>();

  async read(endpoints: Endpoints<Rpc>, counting: Counting, watch: () => Promise<Watch>): Promise<Mempool> {
    this.blocks = await endpoints.first((rpc) => this.readFrom(rpc, counting, watch));
    const transactions = [...this.blocks.values()].flatMap((block) => block.transactions);
    const txids = new Set(transactions.map(({ txid }) => txid));
    this.noted = new Set([...this.noted].filter((txid) => txids.has(txid)));
    const unnoted = transactions.filter(({ txid }) => !this.noted.has(txid));
    return {
      has: (txid) => txids.has(txid),
      transactions: unnoted,
      noted: () => {
        for (const { txid } of unnoted) this.noted.add(txid);
      },
    };
  }

  private async readFrom(
    rpc: Rpc,
    counting: Counting,
    watch: () => Promise<Watch>,
  ): Promise<Map<number, ConfirmedBlock>> {
    const final = count(await rpc.call('getSlot', [{ commitment: 'finalized' }]));
    const slots = await rpc.call<unknown>('getBlocks', [
      final + 1,
      final + MOST_BLOCKS,
      { commitment: 'confirmed' },
    ]);
    if (!Array.isArray(slots)) throw unexpected('a list of slots', slots);
    const newest = slots.at(-1);
    const head = newest === undefined ? null : await readHead(rpc, count(newest), 'confirmed');
    const found: [number, ConfirmedBlock][] = [];
    let next = head?.hash;
    // From the newest back: a block that the one after it does not continue has been replaced.
    for (const slot of slots.map(count).reverse()) {
      const known = this.blocks.get(slot);
      const block = known?.hash === next ? known : await readConfirmed(rpc, slot, counting, watch);
      if (block === undefined || block === null || block.hash !== next) continue;
      found.push([slot, block]);
      next = block.parent;
    }
    return new Map(found.reverse());
  }
}

async function readConfirmed(
  rpc: Rpc,
  slot: number,
  counting: Counting,
  watch: () => Promise<Watch>,
): Promise<ConfirmedBlock | null> {
  const block = await readBlock(rpc, slot, 'confirmed');
  if (block === null) return null;
  const isOurs = await watch().catch((error) => Promise.reject(new NotTheNode(error)));
  const { head, transactions } = await readOurs(rpc, block, counting, isOurs, 'confirmed');
  return { hash: head.hash, parent: head.parent, transactions };
}
