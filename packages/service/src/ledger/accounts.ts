/**
 * The accounts of the ledger. In each asset, all of them together are zero: what we hold is what we owe.
 *
 * `wallet`    what our addresses hold on the chain, as far as we have followed it. Positive.
 * `incoming`  in the chain, but not yet deep enough to be anyone's.
 * `order`     what we owe to one order; zero when it is completed or refunded.
 * `unclaimed` arrived at an address of ours that no order has.
 * `treasury`  the operator's own: what can be promised to new orders.
 * `fee`       the service fee earned, and markups with it: what of these is a partner's is commission.
 * `network`   what receivers were charged for network fees, less what the networks took.
 * `rounding`  what is left over when an amount is rounded down to what can be promised.
 * `withdrawal` the operator's own that is on its way out of the treasury.
 * `settlement` what affiliates are paid for their commissions, on its way out of the treasury.
 * `outgoing`  paid, in the chain, but not yet deep enough to be forgotten.
 * `loss`      what a reorganisation deeper than the confirmations took back after it was exchanged.
 * `venue`     what venues hold for us, as far as it is booked. Positive. Its assets are coins at venues (`venue-coins.ts`).
 * `trading`   the other side of what was bought and sold there, and of the fees that venues took: what hedging came to.
 */
export const ACCOUNTS = [
  'wallet',
  'incoming',
  'order',
  'unclaimed',
  'treasury',
  'fee',
  'network',
  'rounding',
  'withdrawal',
  'settlement',
  'outgoing',
  'loss',
  'venue',
  'trading',
] as const;
export type LedgerAccount = (typeof ACCOUNTS)[number];

/** One line of a posting. Positive: we hold it. Negative: we owe it. */
export interface Entry {
  readonly account: LedgerAccount;
  /** For the account `order`, and only there. */
  readonly orderId?: number;
  /** The order whose result it counts for, where no line of the posting is of that order's account. */
  readonly forOrder?: number;
  /** Below zero: a coin at a venue. */
  readonly assetId: number;
  readonly units: bigint;
}

/** A movement: lines that add up to zero in each asset, and why. */
export interface Posting {
  readonly why: string;
  readonly entries: readonly Entry[];
}
