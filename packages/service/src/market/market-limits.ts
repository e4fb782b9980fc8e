/** What the prices of venues are trusted for. */
export interface MarketLimits {
  /** So many venues at least must agree. */
  readonly floatVenues: number;
  readonly fixedVenues: number;
  /** How old a book may be, by the venue's own time. */
  readonly floatStaleS: number;
  readonly fixedStaleS: number;
  /** How far a venue's time may be ahead of ours. */
  readonly aheadS: number;
  /** How far a venue may be from the median of all, for most coins and for small ones. */
  readonly offPpm: number;
  readonly smallOffPpm: number;
  /** How far the highest venue may be above the lowest for a fixed price. */
  readonly spreadPpm: number;
  /** How far the median may go within a time until that has to be confirmed. */
  readonly jumpPpm: number;
  readonly jumpWindowS: number;
  /** So many venues confirm a jump, each by what it says later, so near to where the jump went. */
  readonly jumpVenues: number;
  readonly jumpTolerancePpm: number;
  /** How far a stable coin may be from 1. */
  readonly pegPpm: number;
  /** How far from the middle price a size's average may be: larger sizes are not quoted. */
  readonly depthPpm: number;
  /** For how long a venue may say the very same while its time goes on. Stable coins are excepted. */
  readonly frozenS: number;
  /** The sizes of a ladder's rungs, in whole USDT. All that is smaller than the first is priced as that. */
  readonly sizesUsdt: readonly number[];
}

export const DEFAULT_MARKET_LIMITS: MarketLimits = {
  floatVenues: 2,
  fixedVenues: 3,
  floatStaleS: 30,
  fixedStaleS: 10,
  aheadS: 5,
  offPpm: 10_000,
  smallOffPpm: 30_000,
  spreadPpm: 5_000,
  jumpPpm: 20_000,
  jumpWindowS: 10,
  jumpVenues: 2,
  jumpTolerancePpm: 10_000,
  pegPpm: 10_000,
  depthPpm: 30_000,
  frozenS: 60,
  sizesUsdt: [100, 1_000, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000],
};

/** The limits, and the time that venues are held against, Unix milliseconds. */
export interface Judging {
  readonly limits: MarketLimits;
  readonly now: number;
}
