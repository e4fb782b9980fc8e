import type { News } from '../chains/chain.ts';
import type { Telling } from '../chains/sim/sim-base.ts';
import { statesOf } from '../chains/sim/sim-states.ts';
import { type Repeating, repeat } from '../repeat.ts';
import type { Database } from '../store/database.ts';

const LOOK_MS = 250;

type Wake = (what: News) => void;

/**
 * What is new on all test networks, by one small question for all of them. Each chain's work would otherwise look for
 * itself several times a second, with a dozen questions each time: most of what a demonstration costs while nobody uses it.
 */
export class SimNews implements Telling {
  private readonly database: Database;
  private readonly listeners = new Map<number, Wake>();
  private states: ReadonlyMap<number, string> = new Map();
  private looking: Repeating | null = null;
  /** False before the first answer, and while the store does not answer. */
  private isHeard = false;

  constructor(database: Database) {
    this.database = database;
  }

  get telling(): 'nothing' | 'everything' {
    return this.isHeard ? 'everything' : 'nothing';
  }

  /**
   * Calls back whenever there is a block or a waiting transaction more or less; returns how to end that. Both are told as a
   * block, for which a chain is looked at whatever is expected there.
   */
  listen(chainId: number, wake: Wake): () => void {
    this.listeners.set(chainId, wake);
    this.looking ??= repeat(
      () => this.look(),
      LOOK_MS,
      () => {
        this.isHeard = false;
      },
    );
    return () => {
      this.listeners.delete(chainId);
      if (this.listeners.size > 0) return;
      void this.looking?.stop();
      this.looking = null;
    };
  }

  private async look(): Promise<void> {
    const before = this.states;
    this.states = await statesOf(this.database, [...this.listeners.keys()]);
    this.isHeard = true;
    for (const [chainId, state] of this.states) {
      if (before.get(chainId) !== state) this.listeners.get(chainId)?.('block');
    }
  }
}
