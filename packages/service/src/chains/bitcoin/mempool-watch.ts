import type { Json } from '@swapdesk/contract';
import type { Mempool, Transaction, Watch } from '../chain.ts';
import type { CoreNode } from './core-node.ts';

/** Transactions that are read in one go: a full mempool is read in some dozens of them. */
const MOST_AT_ONCE = 2_000;
/** After listing what waits, this is let pass for each: a few percent of the time are spent on it at most. */
const REST_MS_EACH = 0.02;

/**
 * Reads each waiting transaction once: those of strangers, that is; one that pays us is read again until it has been
 * noted. What has been read is remembered as long as it waits; forgetting it costs nothing but reading it again.
 */
export class MempoolWatch {
  private readonly node: CoreNode;
  private readonly read: (answer: Json, watch: Watch) => Transaction;
  private waiting = new Set<string>();
  /** In the order in which they are read. */
  private unread = new Set<string>();
  private named: string[] = [];
  private listAgainAt = 0;
  private readonly nowMs: () => number;

  constructor(
    node: CoreNode,
    read: (answer: Json, watch: Watch) => Transaction,
    nowMs = () => performance.now(),
  ) {
    this.node = node;
    this.read = read;
    this.nowMs = nowMs;
  }

  async look(watch: () => Promise<Watch>): Promise<Mempool> {
    await this.list();
    this.unread = new Set([...this.named, ...this.unread]);
    this.named = [];
    const { waiting } = this;
    const asked = [...this.unread].slice(0, MOST_AT_ONCE);
    const answers = await this.node.waiting(asked);
    const isWatched = await watch();
    const transactions: Transaction[] = [];
    for (const [n, txid] of asked.entries()) {
      const answer = answers[n] ?? null;
      const transaction = answer === null ? null : this.read(answer, isWatched);
      // It has gone; if not for good, it will be listed as a new one.
      if (transaction === null) waiting.delete(txid);
      if (transaction !== null && transaction.transfers.length > 0) transactions.push(transaction);
      else this.unread.delete(txid);
    }
    return {
      has: (txid) => waiting.has(txid),
      transactions,
      noted: () => {
        for (const { txid } of transactions) this.unread.delete(txid);
      },
    };
  }

  /** A transaction that is said to wait: it is looked at next time, before it is listed. */
  heard(txid: string): void {
    if (this.waiting.has(txid) || this.named.length >= MOST_AT_ONCE) return;
    this.waiting.add(txid);
    this.named.push(txid);
  }

  /** On a busy network the list is megabytes long: the longer it is, the less often it is asked for. */
  private async list(): Promise<void> {
    if (this.nowMs() < this.listAgainAt) return;
    const waiting = new Set(await this.node.mempool());
    this.unread = new Set([...waiting].filter((txid) => this.unread.has(txid) || !this.waiting.has(txid)));
    this.waiting = waiting;
    this.listAgainAt = this.nowMs() + waiting.size * REST_MS_EACH;
  }
}
