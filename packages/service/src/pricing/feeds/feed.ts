/** A coin's price in USDT, counted in 10^-18. */
export interface FeedPrice {
  readonly abbr: string;
  readonly value: bigint;
}

/** Where prices come from. */
export interface PriceFeed {
  /** Shown wherever its prices are. */
  readonly name: string;
  /** How often it is worth asking. */
  readonly intervalMs: number;
  /** The prices now (Unix seconds). Throws if they cannot be had; then the last ones grow old. */
  read(now: number): Promise<readonly FeedPrice[]>;
}
