import type { Book } from '../book.ts';
import {
  type BelievedReading,
  isFault,
  judgeReading,
  type ReadingFault,
  type VenueReading,
} from './judge-reading.ts';
import { isGood, type VenueCoinState, type VenueCoinWord, type VenueEars, type VenueWorld } from './venue.ts';
import type { VenueTimes } from './venue-times.ts';

export interface CoinBooksOptions {
  readonly venue: string;
  readonly abbr: string;
  readonly times: VenueTimes;
  readonly world: VenueWorld;
  readonly ears: VenueEars;
}

/** What became of a reading: newer, the same moment again, of an earlier moment, or not believed. */
export type Heard = 'newer' | 'same' | 'older' | ReadingFault;

/** The books of one coin at one venue and how it stands with them: all that is read passes here. */
export class CoinBooks {
  private readonly options: CoinBooksOptions;
  private now: VenueCoinState;
  private last: BelievedReading | null = null;

  constructor(options: CoinBooksOptions) {
    this.options = options;
    this.now = { what: 'opening', since: options.world.nowMs(), error: null, errorAt: null };
    options.ears.state(options.abbr, this.now);
  }

  get state(): VenueCoinState {
    return this.now;
  }

  /** The last that was believed, also if it is not good any more. */
  get newest(): BelievedReading | null {
    return this.last;
  }

  /** Whether a reading can be believed. */
  judge(reading: VenueReading): BelievedReading | ReadingFault {
    return judgeReading(reading, this.options.world.nowMs(), this.options.times);
  }

  /** Judges what was read, and tells a book if it is believed and not older than the last. */
  hear(reading: VenueReading, by: 'streaming' | 'polling'): Heard {
    const judged = this.judge(reading);
    if (isFault(judged)) return judged;
    const before = this.last?.at ?? 0;
    if (judged.at < before) return 'older';
    this.last = judged;
    this.become(by, null);
    this.options.ears.book(this.book(judged));
    return judged.at > before ? 'newer' : 'same';
  }

  /** It is no good now, and why. */
  fail(what: Exclude<VenueCoinWord, 'streaming' | 'polling'>, words: string): void {
    this.become(what, words);
  }

  /** Something went wrong that leaves the books as they are. */
  note(words: string): void {
    this.become(this.now.what, words);
  }

  /** What was good may have grown old meanwhile. */
  look(): void {
    const age = this.options.world.nowMs() - (this.last?.at ?? 0);
    if (!isGood(this.now) || age <= this.options.times.oldMs) return;
    this.fail('silent', `nothing newer has come for ${Math.round(age / 1000)} s`);
  }

  private become(what: VenueCoinWord, error: string | null): void {
    const now = this.options.world.nowMs();
    const was = this.now;
    if (was.what === what && (error === null || error === was.error)) return;
    this.now = {
      what,
      since: was.what === what ? was.since : now,
      error: error ?? was.error,
      errorAt: error === null ? was.errorAt : now,
    };
    this.options.ears.state(this.options.abbr, this.now);
  }

  private book({ bids, asks, at }: BelievedReading): Book {
    return { venue: this.options.venue, abbr: this.options.abbr, bids, asks, at };
  }
}
