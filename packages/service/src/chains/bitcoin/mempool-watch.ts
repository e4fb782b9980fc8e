import type { Json } from '@swapdesk/contract';
import type { Mempool, Transaction, Watch } from '../chain.ts';
import type { CoreNode } from './core-node.ts';

/** Transactions that are read in one go: a full mempool is read in some dozens of them. */
const MOST_AT_ONCE = 2_000;
/** The same while nobody expects anything. */
const MOST_AT_A_GLANCE = 1;
/** What has been listed for this long and still nobody expects anything, is not read. An order is known sooner. */
const PASS_AFTER_MS = 2_000;
/** After listing what waits, this is let pass for each: a few percent of the time are spent on it at most. */
const REST_MS_EACH = 0.02;

/**
 * Reads each waiting transaction once: those of strangers, that is; one that pays us is read again until it has been
 * noted. What has been read is remembered as long as it waits; forgetting it costs nothing but reading it again.
 */
export class MempoolWatch {
  private readonly node: CoreNode;
  private readonly toTransaction: (answer: Json, watch: Watch) => Transaction;
  private waiting = new Set<string>();
  /** In the order in which they are read. */
  private unread = new Set<string>();
  private named: string[] = [];
  private listAgainAt = 0;
  /** What was unread at some moment. */
  private passing = { since: 0, txids: new Set<string>() };
  private readonly nowMs: () => number;

  constructor(
    node: CoreNode,
    toTransaction: (answer: Json, watch: Watch) => Transaction,
    nowMs = () => performance.now(),
  ) {
    this.node = node;
    this.toTransaction = toTransaction;
    this.nowMs = nowMs;
  }

  async look(watch: () => Promise<Watch>): Promise<Mempool> {
    if (this.nowMs() >= this.listAgainAt) this.take(await this.node.mempool());
    this.takeNamed();
    return this.read(watch, MOST_AT_ONCE);
  }

  /**
   * Lists what waits and reads next to nothing of it: it cannot pay an order that is placed later. So whoever begins to
   * expect something reads what has come since, and not a whole mempool.
   */
  async glance(watch: () => Promise<Watch>): Promise<Mempool> {
    this.take(await this.node.mempoolSoFar());
    this.takeNamed();
    const now = this.nowMs();
    if (now - this.passing.since >= PASS_AFTER_MS) {
      for (const txid of this.passing.txids) this.unread.delete(txid);
      this.passing = { since: now, txids: new Set(this.unread) };
    }
    return this.read(watch, MOST_AT_A_GLANCE);
  }

  /** A transaction that is said to wait: it is looked at next time, before it is listed. */
  heard(txid: string): void {
    if (this.waiting.has(txid) || this.named.length >= MOST_AT_ONCE) return;
    this.waiting.add(txid);
    this.named.push(txid);
  }

  private async read(watch: () => Promise<Watch>, most: number): Promise<Mempool> {
    const { waiting } = this;
    const asked = [...this.unread].slice(0, most);
    const answers = await this.node.waiting(asked);
    const isWatched = await watch();
    const transactions: Transaction[] = [];
    for (const [n, txid] of asked.entries()) {
      const answer = answers[n] ?? null;
      const transaction = answer === null ? null : this.toTransaction(answer, isWatched);
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

  /** On a busy network the list is megabytes long: the longer it is, the less often it is asked for. */
  private take(listed: readonly string[]): void {
    const waiting = new Set(listed);
    const isNew = (txid: string) => !this.waiting.has(txid);
    // The new ones first: an order waits for those, if for any.
    this.unread = new Set([...listed.filter(isNew), ...[...this.unread].filter((txid) => waiting.has(txid))]);
    this.waiting = waiting;
    this.listAgainAt = this.nowMs() + waiting.size * REST_MS_EACH;
  }

  private takeNamed(): void {
    this.unread = new Set([...this.named, ...this.unread]);
    this.named = [];
  }
}
