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
