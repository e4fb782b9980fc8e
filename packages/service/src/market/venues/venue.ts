import type { Book } from '../book.ts';

/**
 * How it stands with a coin at a venue:
 * - opening: nothing was heard yet
 * - streaming: its books come by themselves
 * - polling: they come when asked for, because the venue has no stream or that is down
 * - silent: nothing newer comes, by stream or by asking
 * - wrong: what comes cannot be
 * - limited: the venue has told us to wait
 * - away: it cannot be reached
 * - refused: it says no, and will for a while
 */
export type VenueCoinWord =
  | 'opening'
  | 'streaming'
  | 'polling'
  | 'silent'
  | 'wrong'
  | 'limited'
  | 'away'
  | 'refused';

export interface VenueCoinState {
  readonly what: VenueCoinWord;
  /** Since when, Unix milliseconds of this machine. */
  readonly since: number;
  /** The last thing that went wrong, in words; it stays to be read when all is well again. */
  readonly error: string | null;
  readonly errorAt: number | null;
}

/** Who is told. A book holds until the next one, or until a state that is not good. */
export interface VenueEars {
  book(book: Book): void;
  state(abbr: string, state: VenueCoinState): void;
}

/** A place where coins have prices, opened for some of them. */
export interface Venue {
  readonly name: string;
  /** Ends all that is under way. Nobody is told anything after this. */
  stop(): Promise<void>;
}

/** The time in milliseconds, and chance between 0 and 1: passed in, so that tests can set them. */
export interface VenueWorld {
  readonly nowMs: () => number;
  readonly random: () => number;
}

/** True where the last book counts. */
export function isGood({ what }: VenueCoinState): boolean {
  return what === 'streaming' || what === 'polling';
}
