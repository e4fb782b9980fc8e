import type { TradeState } from './life.ts';

export type TradeSide = 'buy' | 'sell';

/** What is to be traded, of a coin against USDT. Amounts and prices in 10^-18. */
export interface PlannedTrade {
  readonly venue: string;
  readonly abbr: string;
  readonly side: TradeSide;
  readonly amount: bigint;
  /** The worst that it may be filled at. */
  readonly limitPrice: bigint;
  /** What the markets said the coin costs. */
  readonly reference: bigint;
  /** Its reason: what the desk is long (+) or short (-) of. */
  readonly exposure: bigint;
}

/** A trade as it is stored. */
export interface Trade extends PlannedTrade {
  readonly id: number;
  /** By which the venue is asked what became of it. */
  readonly clientOrderId: string;
  readonly state: TradeState;
  readonly plannedAt: number;
  readonly sentAt: number;
  /** By the venue's clock, Unix milliseconds; null before it is sent. */
  readonly deadlineMs: number | null;
  readonly finishedAt: number;
  readonly why: string;
}

/** Something that was traded, as the venue tells it. Amounts in 10^-18. */
export interface VenueFill {
  /** The venue's own, of this market. */
  readonly id: string;
  readonly amount: bigint;
  /** In USDT. */
  readonly value: bigint;
  readonly feeAbbr: string;
  readonly fee: bigint;
  /** Unix seconds, by the venue's clock. */
  readonly at: number;
}
