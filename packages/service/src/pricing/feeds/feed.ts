/** A coin's price in USDT, counted in 10^-18. */
export interface FeedPrice {
  readonly abbr: string;
  readonly value: bigint;
  /** When the source says that this was the price, Unix seconds. */
  readonly at: number;
}

/** What is wrong with what a source says. */
export interface FeedFault {
  /** Whose price it is; null: it concerns all of them. */
  readonly abbr: string | null;
  readonly what: string;
}

/** All that a source says, good and bad: one bad line does not lose the others. */
export interface FeedReading {
  readonly prices: readonly FeedPrice[];
  readonly faults: readonly FeedFault[];
}

/** Where prices come from. */
export interface PriceFeed {
  /** Shown wherever its prices are. */
  readonly name: string;
  /** How often it is worth asking. */
  readonly intervalMs: number;
  /** What it says now (Unix seconds). Throws if nothing can be had; then the last prices grow old. */
  read(now: number): Promise<FeedReading>;
}
