/** How long a venue is waited for, and how often it is asked. All in milliseconds. */
export interface VenueTimes {
  /** Between two questions about a coin whose books do not come by themselves. */
  readonly pollMs: number;
  /** A stream whose own time stands still for so long is compared with what the venue answers. */
  readonly frozenMs: number;
  /** A book that is older by the venue's own time is not of now. */
  readonly oldMs: number;
  /** A book from further ahead is not believed. */
  readonly aheadMs: number;
  /** The least between two books of a stream. Some venues tell ten times a second. */
  readonly gapMs: number;
  /** Between two signs of life that are asked of a connection. */
  readonly pingMs: number;
  /** Within which an answer or a connection must come. */
  readonly answerMs: number;
  /** How long after a stream has ended it is opened again: the first time, and at most. */
  readonly reopenMs: number;
  readonly mostReopenMs: number;
  /** The least between two connections to a venue. */
  readonly openGapMs: number;
  /** A stream is opened anew after so long: what it has missed without our noticing is missing no longer. */
  readonly lifeMs: number;
  /** The most that a venue can make us wait. */
  readonly mostWaitMs: number;
  /** When a coin that was refused is tried again. */
  readonly refusedMs: number;
  /** Between two looks at what is due. */
  readonly tickMs: number;
}

export const VENUE_TIMES: VenueTimes = {
  pollMs: 3_000,
  frozenMs: 10_000,
  oldMs: 30_000,
  aheadMs: 5_000,
  gapMs: 200,
  pingMs: 10_000,
  answerMs: 8_000,
  reopenMs: 1_000,
  mostReopenMs: 60_000,
  openGapMs: 300,
  lifeMs: 3_600_000,
  mostWaitMs: 600_000,
  refusedMs: 600_000,
  tickMs: 500,
};

/** Levels of each side that are kept. */
export const MOST_LEVELS = 20;
/** Coins of one exchange, each of which is a connection, and of one source, where all are one answer. */
export const MOST_COINS = 100;
export const MOST_COINS_OF_SOURCE = 1_000;
/** Connections to one venue in any minute. Those that are refused more often are not mended by trying. */
export const MOST_OPENS_PER_MINUTE = 60;
