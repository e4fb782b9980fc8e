import type { Chain } from '../../chains/chain.ts';
import type { Queryable } from '../../store/database.ts';
import { kindOf } from '../kinds/kind-of.ts';

/** How often the books are compared while nothing is expected: at the least and at the most. */
const IDLE_S = 60;
const LONGEST_S = 600;
/** A comparison counts for so long while others cannot be made: a node that is slow, or has moved on, must not stop payouts for that. */
const FRESH_S = 60;
/** Each coin, and each asset on each address, is a question to the node: for each of them it is done so much later. */
const EACH_S = 12;

/**
 * When the books of a chain are compared. After every look with new blocks, as long as anything of ours is under way; while
 * nothing is, now and then. Whoever signs does so after a comparison as of the blocks that have been followed.
 */
export class ComparePace {
  private readonly chain: Chain;
  private comparedAt = Number.NEGATIVE_INFINITY;
  private pauseS = 0;
  /** True if nothing was left to look into the last time. */
  private wasWell = false;
  private hasNewBlocks = false;

  constructor(chain: Chain) {
    this.chain = chain;
  }

  /** True if all blocks that have been followed are compared. */
  get isDone(): boolean {
    return !this.hasNewBlocks;
  }

  /** True if that is so, or they were compared lately. */
  isFresh(now: number): boolean {
    return this.isDone || Math.abs(now - this.comparedAt) <= FRESH_S;
  }

  /** Blocks have been followed or undone. */
  moved(): void {
    this.hasNewBlocks = true;
  }

  /** True if the books are to be compared now, in Unix seconds. */
  isDue(now: number, isIdle: boolean): boolean {
    if (!this.hasNewBlocks) return false;
    // A clock that was set back is no reason to wait.
    return !isIdle || !this.wasWell || Math.abs(now - this.comparedAt) >= this.pauseS;
  }

  /** The node could not tell: they are not compared, and will be at the next look. */
  untold(): void {
    this.wasWell = false;
  }

  /** They have been compared. `isWell`: nothing differs that has to be looked at again. */
  async done(client: Queryable, isWell: boolean, now: number): Promise<void> {
    this.hasNewBlocks = false;
    this.wasWell = isWell;
    this.comparedAt = now;
    const questions = await kindOf(this.chain).countQuestions(client);
    this.pauseS = Math.min(LONGEST_S, Math.max(IDLE_S, EACH_S * questions));
  }
}
