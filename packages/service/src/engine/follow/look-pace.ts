import type { Chain, News } from '../../chains/chain.ts';

/** What is expected to happen on a chain: something that we do ourselves, something that others do, or nothing. */
export type Expected = 'our own' | 'something' | 'nothing';

/** A node that tells of blocks by itself is asked this many times less often while nothing is expected. */
const TOLD = 5;
/**
 * Where blocks come quickly, several are taken at a look while nothing is expected: far fewer than shut the chain's gate
 * (books/chain-gate.ts). A chain is quick that has more than one in two looks; and it is looked at so many times less
 * often at most.
 */
const TOGETHER = 7;
const QUICK = 2;
const LONGEST = 3;

/**
 * When the node of a chain is asked for what is new. Calls cost: hosted nodes count them, and most of the day nothing of
 * ours happens. Before anything is signed, it is always asked.
 */
export class LookPace {
  private readonly chain: Chain;
  private readonly nowMs: () => number;
  private lookedAt = Number.NEGATIVE_INFINITY;
  /** When blocks were last found, and for how long none need be looked for while nothing is expected. */
  private foundAt = Number.NEGATIVE_INFINITY;
  private severalS = 0;
  /** What has been told since the last look. A first look is always due. */
  private told = new Set<News | 'look'>(['look']);

  constructor(chain: Chain, nowMs = () => performance.now()) {
    this.chain = chain;
    this.nowMs = nowMs;
  }

  /** Notes that there is something new, or that somebody wants it to be looked at in any case. */
  hear(what: News | 'look'): void {
    this.told.add(what);
  }

  /** True if the node is to be asked now; then that counts as done. */
  isDue(expected: Expected): boolean {
    const now = this.nowMs();
    if (!this.told.has('look') && now - this.lookedAt < this.pauseS(expected) * 1_000) return false;
    this.lookedAt = now;
    this.told.clear();
    return true;
  }

  /** Notes how many blocks a look has found. */
  found(blocks: number): void {
    const { poll } = this.chain;
    if (blocks === 0 || poll === undefined) return;
    const eachS = (this.lookedAt - this.foundAt) / 1_000 / blocks;
    this.foundAt = this.lookedAt;
    this.severalS = eachS < QUICK * poll.idleS ? Math.min(TOGETHER * eachS, LONGEST * poll.idleS) : 0;
  }

  private pauseS(expected: Expected): number {
    const { poll, telling = 'nothing' } = this.chain;
    if (poll === undefined || expected === 'our own') return 0;
    if (expected === 'something') {
      if (this.told.size > 0) return 0;
      return telling === 'everything' ? poll.idleS : poll.busyS;
    }
    if (this.told.has('block')) return this.severalS;
    return Math.max(this.severalS, telling === 'nothing' ? poll.idleS : poll.idleS * TOLD);
  }
}
