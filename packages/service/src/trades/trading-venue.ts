import type { TradeSide, VenueFill } from './trade.ts';

/** The port to a venue that we trade at. Amounts and prices in 10^-18. */

/** What orders of a coin against USDT must be like at a venue. */
export interface MarketRules {
  /** Amounts and prices are multiples of these. */
  readonly amountStep: bigint;
  readonly priceStep: bigint;
  readonly leastAmount: bigint;
  /** In USDT. */
  readonly leastValue: bigint;
}

/** What a venue is asked to do: at this price or better, at once, and to forget what of it cannot be had. */
export interface VenueOrder {
  readonly clientOrderId: string;
  readonly abbr: string;
  readonly side: TradeSide;
  readonly amount: bigint;
  readonly limitPrice: bigint;
  /** By the venue's clock, Unix milliseconds: later it must not take it. */
  readonly deadlineMs: number;
}

/** What a venue knows of an order. */
export interface FoundOrder {
  /** The venue's own. */
  readonly orderId: string;
  /** True if nothing more of it will be traded. */
  readonly isOver: boolean;
  /** How much of it was traded. */
  readonly filled: bigint;
  /** What that was, as far as the venue tells already. */
  readonly fills: readonly VenueFill[];
}

/** What a venue answers about an order by our id. */
export interface AskedOrder {
  /** Null: it knows none. */
  readonly order: FoundOrder | null;
  /** The venue's own time of the answer, Unix milliseconds; null if it says none. */
  readonly at: number | null;
}

/** The venue has answered that it does not take an order: it surely was not made. Whatever else is thrown leaves that open. */
export class OrderRefused extends Error {
  override readonly name = 'OrderRefused';
}

export interface TradingVenue {
  readonly name: string;
  /** Null: the coin is not traded against USDT there. */
  rules(abbr: string): Promise<MarketRules | null>;
  /** Called once for each id, and never again. */
  send(order: VenueOrder): Promise<void>;
  ask(order: Pick<VenueOrder, 'clientOrderId' | 'abbr'>): Promise<AskedOrder>;
  /** Nothing more of an order shall be traded. */
  cancel(order: Pick<VenueOrder, 'clientOrderId' | 'abbr'> & { readonly orderId: string }): Promise<void>;
  /** All that it holds for us, what is bound in orders included, by coin. */
  balances(): Promise<ReadonlyMap<string, bigint>>;
  stop(): void;
}
