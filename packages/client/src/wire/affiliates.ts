// Written by `npm run client-types` from packages/contract.

export interface ReferralOrder {
  /** Referral code; empty where a markup alone earns */
  readonly ref_code: string;
  /** Commission rate */
  readonly commission_rate: string;
  /** Where the order was placed with one: the markup, as a part of 1 */
  readonly markup?: string;
  /** 1 incomplete, 2 completed */
  readonly settle_status: number;
  /** Creation time */
  readonly created_at: number;
  /** Update time */
  readonly updated_at: number;
  /** Commission amount in USDT; 0 until the order completes */
  readonly commission: string;
  /** Order amount in USDT */
  readonly order_amount_in_usdt: string;
  readonly order_no: string;
  readonly query_code: string;
  /** 1 pending transfer, 2 transferred, 3 exchanging, 4 completed, 7 frozen, 8 expired, 9 abandoned */
  readonly status: number;
  readonly send_chain: string;
  readonly send_coin: string;
  readonly send_amount: string;
}

export interface NamedPayoutAddress {
  /** Chain name */
  readonly chain: string;
  /** Coin name */
  readonly abbr: string;
  /** Where to, as its chain writes it */
  readonly address: string;
  /** When it was named */
  readonly named_at: number;
  /** From when it counts */
  readonly effective_at: number;
}

export interface PayoutAddressState {
  readonly current?: {
    /** Chain name */
    readonly chain: string;
    /** Coin name */
    readonly abbr: string;
    /** Where to, as its chain writes it */
    readonly address: string;
    /** When it was named */
    readonly named_at: number;
    /** From when it counts */
    readonly effective_at: number;
  };
  readonly waiting?: {
    /** Chain name */
    readonly chain: string;
    /** Coin name */
    readonly abbr: string;
    /** Where to, as its chain writes it */
    readonly address: string;
    /** When it was named */
    readonly named_at: number;
    /** From when it counts */
    readonly effective_at: number;
  };
}

export interface OwnRefCode {
  /** Referral code */
  readonly code: string;
  /** What it earns of the service fee, as a part of 1 */
  readonly commission_rate: string;
  /** How many came through it */
  readonly orders: number;
  /** When it was made */
  readonly created_at: number;
  /** Since when new orders earn nothing by it; 0: it earns */
  readonly revoked_at: number;
}

export interface OwnSettlement {
  /** When it was decided */
  readonly created_at: number;
  /** What the commissions come to that it pays, in USDT */
  readonly usdt: string;
  /** Chain name */
  readonly chain: string;
  /** Coin name */
  readonly abbr: string;
  /** What is paid, in that coin */
  readonly amount: string;
  /** Where to */
  readonly address: string;
  /** ready: to be paid; signed: on its way; confirmed: paid; failed: the operator decides; dropped: not paid, and due again */
  readonly state: 'ready' | 'signed' | 'failed' | 'confirmed' | 'dropped';
  /** The transaction that pays it; empty while there is none */
  readonly txid: string;
}

export interface AffiliateSummary {
  /** How many orders earn, or may: through codes of yours, or with your markup */
  readonly orders: number;
  /** Commission of all that were completed, in USDT */
  readonly earned: string;
  /** What of it is covered by no settlement */
  readonly due: string;
  /** Of how many orders that is */
  readonly due_orders: number;
  /** What of it is covered by a settlement that is not confirmed */
  readonly on_its_way: string;
  /** What of it was paid, confirmed on its chain */
  readonly settled: string;
  /** In the order in which they were made */
  readonly codes: readonly OwnRefCode[];
  /** The newest first, 100 at most */
  readonly settlements: readonly OwnSettlement[];
  readonly paid_to: PayoutAddressState;
}

export interface OwnStatementLine {
  /** Number of the order */
  readonly order_no: string;
  /** When it was completed */
  readonly completed_at: number;
  /** Referral code; empty where a markup alone earns */
  readonly ref_code: string;
  /** Commission rate, as agreed when it was placed */
  readonly commission_rate: string;
  /** Chain of what was sent */
  readonly send_chain: string;
  /** Coin of what was sent */
  readonly send_coin: string;
  /** How much of it came */
  readonly send_amount: string;
  /** What that was worth, in USDT */
  readonly turnover: string;
  /** Service fees with the markup, in USDT */
  readonly fees: string;
  /** What of that is your markup, in USDT */
  readonly markup_usdt: string;
  /** Commission, in USDT */
  readonly commission: string;
  /** How it stands with the commission */
  readonly state: 'due' | 'on its way' | 'settled';
  /** Transactions that sent to the service */
  readonly deposits: readonly string[];
  /** Transactions by which it paid */
  readonly payouts: readonly string[];
}

export interface OwnStatement {
  /** When the month begins */
  readonly begins: number;
  /** When it is over */
  readonly ends: number;
  /** How many were completed in it */
  readonly orders: number;
  /** What all of them have earned, in USDT */
  readonly commission: string;
  /** One for each order, the oldest first, 500 at a time */
  readonly lines: readonly OwnStatementLine[];
  /** Go on with this as `after`; empty: these were the last */
  readonly next: string;
}
