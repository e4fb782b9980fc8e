/** One level of an order book. Both count 10^-18: price in the quote coin, amount in the coin itself. */
export interface Level {
  readonly price: bigint;
  readonly amount: bigint;
}
/** What a venue says of one coin against USDT (or against a dollar coin, converted before), best first. */
export interface Book {
  readonly venue: string;
  readonly abbr: string;
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
  /** The venue's own time, Unix milliseconds. Never when it arrived. */
  readonly at: number;
}
