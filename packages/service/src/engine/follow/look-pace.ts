import type { Chain, News } from '../../chains/chain.ts';

/** What is expected to happen on a chain: something that we do ourselves, something that others do, or nothing. */
export type Expected = 'our own' | 'something' | 'nothing';

/** A node that tells of blocks by itself is asked this many times less often while nothing is expected. */
const TOLD = 5;

/**
 * When the node of a chain is asked for what is new. Calls cost: hosted nodes count them, and most of the day nothing of
 * ours happens. Before anything is signed, it is always asked.
 */
export class LookPace {
  private readonly chain: Chain;
  private readonly nowMs: () => number;
  private lookedAt = Number.NEGATIVE_INFINITY;
  /** What has been told since the last look. A first look is always due. */
  private told = new Set<News>(['block']);

  constructor(chain: Chain, nowMs = () => performance.now()) {
    this.chain = chain;
    this.nowMs = nowMs;
  }

  /** Notes that there is something new. */
  hear(what: News): void {
    this.told.add(what);
  }

  /** True if the node is to be asked now; then that counts as done. */
  isDue(expected: Expected): boolean {
    const now = this.nowMs();
    const isNews = this.told.has('block') || (this.told.has('transaction') && expected !== 'nothing');
    if (!isNews && now - this.lookedAt < this.pauseS(expected) * 1_000) return false;
    this.lookedAt = now;
    this.told.clear();
    return true;
  }

  private pauseS(expected: Expected): number {
    const { poll, telling = 'nothing' } = this.chain;
    if (poll === undefined || expected === 'our own') return 0;
    if (expected === 'something') return telling === 'everything' ? poll.idleS : poll.busyS;
    return telling === 'nothing' ? poll.idleS : poll.idleS * TOLD;
  }
}
