import type { BlockRef } from '../../chains/chain.ts';
import type { Followed } from '../follow/follow.ts';

/** A chain that is further behind was out of sight for a while: its blocks are followed before anything is signed. */
const MOST_BEHIND = 10;

/**
 * Whether anything may be signed on a chain. The store can be older than the chain, and then believes that to be unpaid
 * which was paid long ago. So the gate is shut until this process, under its present lease, has followed the chain to where
 * its tip was when it began, and the books agreed there. A process remembers this for itself: who starts anew looks anew.
 */
export class ChainGate {
  private token: number | null = null;
  private why: string | null = 'nobody has looked at the chain yet';
  /** The height to reach before it opens; null: the node has not told its tip yet. */
  private goal: number | null = null;
  /** What this process has committed last: the block, and a payment that is not final. */
  private at: BlockRef | null = null;
  private paymentTxid: string | null = null;

  /** Why nothing is signed; null: it is. */
  get shut(): string | null {
    return this.why;
  }

  /** The block up to which must have been followed, for who waits for it. */
  get goalHeight(): number | null {
    return this.goal;
  }

  /** A payment that must be in the store, if it has lost nothing. */
  get lastPayment(): string | null {
    return this.paymentTxid;
  }

  /** A round begins. Whoever had the lease in between may have signed what this process knows nothing of. */
  enter(token: number): void {
    if (token === this.token) return;
    this.token = token;
    this.at = null;
    this.paymentTxid = null;
    this.close('this node has just begun to work on the chain');
  }

  /** The lease is lost: whoever gets it next, be it this node, begins anew. */
  leave(): void {
    this.token = null;
    this.close('this node has lost the lease on the chain');
  }

  /**
   * A block was followed or undone, or there was none. Returns false if the store has lost what this process had committed.
   * It may be one block ahead: a commit that was reported as failed had succeeded.
   */
  followed({ from, at, tip }: Pick<Followed, 'from' | 'at' | 'tip'>): boolean {
    const before = this.at;
    const isWhole = before === null || from?.hash === before.hash || from?.height === before.height + 1;
    this.at = at;
    if (!isWhole) this.close('the store has lost blocks that had been followed');
    else if (this.why === null && tip.height - at.height > MOST_BEHIND) {
      this.close(`${tip.height - at.height} blocks of the chain have not been followed yet`);
    }
    // A chain that has become shorter has no more than that.
    this.goal = Math.min(this.goal ?? tip.height, tip.height);
    return isWhole;
  }

  /** Notes the newest payment of the store that is not final, if there is one. */
  remember(txid: string | null): void {
    if (txid !== null) this.paymentTxid = txid;
  }

  /** The store does not have a payment any more that this process had seen in it. */
  lost(): void {
    this.paymentTxid = null;
    this.close('the store has lost a payment that had been signed');
  }

  /** True if the books have to agree at this block for the gate to open. */
  isDue(at: BlockRef): boolean {
    return this.why !== null && this.goal !== null && at.height >= this.goal;
  }

  /** The books agree as of a block, and nothing of ours was spent by others. Returns true if this opened the gate. */
  agreed(at: BlockRef): boolean {
    if (!this.isDue(at)) return false;
    this.why = null;
    return true;
  }

  /** Nothing is signed until all has been looked at once more. */
  close(why: string): void {
    this.why = why;
    this.goal = null;
  }

  /** It stays shut for another reason than before. */
  because(why: string): void {
    if (this.why !== null) this.why = why;
  }
}
