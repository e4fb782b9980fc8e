import type { Coin } from './chain.ts';

/** A transaction that spends one which waits makes a block take both, if it pays enough for both. */
export interface Helper {
  /** Deposits that have waited for so long are helped. */
  readonly waitS: number;
  /** They must be worth so many times what it costs, in 10^-18. */
  readonly worth: bigint;
  /** The most that is paid for one, in units of the coin; null: as it comes. */
  readonly mostUnits: bigint | null;
  /** What it costs for a block to take a waiting coin at this rate; null if it need not or cannot be helped. */
  price(coin: Coin, rate: bigint): Promise<HelpPrice | null>;
}

export interface HelpPrice {
  /** What the transaction that helps must pay, for itself and for what it helps. */
  readonly feeUnits: bigint;
  /** The same as a rate of its own. */
  readonly feeRate: bigint;
  /** True if whoever sent the coin may still replace it. */
  readonly isReplaceable: boolean;
}
