import type { Chain } from '../chains/chain.ts';
import type { Clock } from '../clock.ts';
import type { TakenTally } from '../pricing/taken-tally.ts';
import type { Market } from '../pricing/terms.ts';
import type { SigningRecord } from '../record/signing-record.ts';
import type { Screen } from '../screening/screen.ts';
import type { Database } from '../store/database.ts';
import type { Steps } from '../traces/steps.ts';
import type { WatchedAddresses } from './follow/watched-addresses.ts';

/** When what lies on deposit addresses is brought to the treasury. */
export interface Sweeping {
  /** So many times what it costs, in 10^-18. */
  readonly worth: bigint;
  readonly intervalS: number;
}

/** All that the engine works with. Every effect goes through one of these, so that a test can fail any of them. */
export interface Engine {
  readonly database: Database;
  /** This node, under a name that no other and no earlier one has. */
  readonly holder: string;
  readonly chains: readonly Chain[];
  readonly clock: Clock;
  /** False while clocks disagree: then nothing is judged by the time. Where it is not said, they agree. */
  readonly isTimeSettled?: () => boolean;
  /** Assets, prices and settings as they are now. */
  market(): Promise<Market>;
  /** Counts what was exchanged at prices of now, on top of which the next is priced. Absent: nobody does. */
  readonly taken?: Pick<TakenTally, 'note'>;
  readonly screen: Screen;
  /** True if somebody is asked: then it counts who sent something, and that it is not known. Absent: nobody is. */
  readonly isScreened?: boolean;
  readonly watched: WatchedAddresses;
  readonly sweeping: Sweeping;
  /** Tells an operator how long work goes on. */
  tell(line: string): void;
  /** What this process has signed; none if payments are signed elsewhere, by somebody who keeps record of them. */
  readonly record?: SigningRecord;
  /** Is told how long each round of a job took. Absent: nobody asks. */
  readonly took?: (job: string, ms: number) => void;
  /** Tells of each step in the traces of the orders that it moves. Absent: nobody is told. */
  readonly steps?: Pick<Steps, 'step' | 'part'>;
  /** Tells an operator what needs a look. */
  warn(facts: object, message: string): void;
}
