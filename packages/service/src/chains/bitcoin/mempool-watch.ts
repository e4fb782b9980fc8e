import type { Json } from '@swapdesk/contract';
import type { Mempool, Transaction, Watch } from '../chain.ts';
import type { CoreNode } from './core-node.ts';

/** Transactions that are read in one go: a full mempool is read in some dozens of them. */
const MOST_AT_ONCE = 2_000;

/**
 * Reads each waiting transaction once. Which have been read is remembered as long as they wait; forgetting it costs
 * nothing but reading them again.
 */
export class MempoolWatch {
  private readonly node: CoreNode;
  private readonly read: (answer: Json, watch: Watch) => Transaction;
  private known: ReadonlySet<string> = new Set();

  constructor(node: CoreNode, read: (answer: Json, watch: Watch) => Transaction) {
    this.node = node;
    this.read = read;
  }

  async look(watch: () => Promise<Watch>): Promise<Mempool> {
    const waiting = new Set(await this.node.mempool());
    const known = [...waiting].filter((txid) => this.known.has(txid));
    const unknown = [...waiting].filter((txid) => !this.known.has(txid)).slice(0, MOST_AT_ONCE);
    const answers = await this.node.waiting(unknown);
    const isWatched = await watch();
    const transactions = answers.flatMap((answer) => (answer === null ? [] : [this.read(answer, isWatched)]));
    return {
      has: (txid) => waiting.has(txid),
      transactions: transactions.filter(({ transfers }) => transfers.length > 0),
      noted: () => {
        this.known = new Set([...known, ...transactions.map(({ txid }) => txid)]);
      },
    };
  }
}
