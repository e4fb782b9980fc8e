// Written by `npm run client-types` from packages/contract.

export interface QuantityLimits {
  /** Minimum source amount */
  readonly min_from_quantity: string;
  /** Maximum source amount */
  readonly max_from_quantity: string;
}

export interface QuotedEntry {
  /** Total of the entries with the same receive asset */
  readonly group_quantity: string;
  /** Receive coin name */
  readonly to_abbr: string;
  /** Receiving address; empty where none was sent */
  readonly to_address: string;
  /** Receive chain name */
  readonly to_chain: string;
  /** Receiving group ratio */
  readonly to_group_ratio: string;
  /** Receive quantity */
  readonly to_quantity: string;
  /** Receiving ratio */
  readonly to_ratio: string;
}

export interface Problem {
  /** What is wrong; stays the same for ever */
  readonly code:
    | 'PARAMETER_ERROR'
    | 'INCORRECT_PARAMETERS'
    | 'BUSY'
    | 'FROM_QUANTITY_TOO_SMALL'
    | 'FROM_QUANTITY_TOO_LARGE'
    | 'FROM_ASSET_NOT_FOUND'
    | 'FROM_ASSET_DISABLED'
    | 'TO_ASSET_NOT_FOUND'
    | 'TO_ASSET_DISABLED'
    | 'INVALID_TO_ADDRESS'
    | 'INVALID_REFUND_ADDRESS'
    | 'CALC_ID_PARAMETERS_DIFFER'
    | 'CALC_ID_TO_ADDRESS_DIFFERS'
    | 'CALC_ID_INVALID_OR_EXPIRED'
    | 'CALC_ID_ONLY_FIXED'
    | 'IDEMPOTENCY_KEY_REUSED'
    | 'NONCE_REUSED'
    | 'CLIENT_ORDER_ID_REUSED'
    | 'TOO_MANY_UNPAID_ORDERS';
  /** Which field, as in to_address.1.to_abbr; empty where it is none alone */
  readonly field: string;
  /** More about it, for a person */
  readonly reason?: string;
  /** Minimum source amount */
  readonly min_from_quantity?: string;
  /** Maximum source amount */
  readonly max_from_quantity?: string;
  /** The limits of the receive side, one for each entry, where they can be told */
  readonly to?: readonly {
    /** What the entry receives of the minimum source amount */
    readonly min_to_quantity: string;
    /** What the entry receives of the maximum source amount */
    readonly max_to_quantity: string;
  }[];
}

export interface Factor {
  readonly factor:
    | 'part'
    | 'source_price'
    | 'fee'
    | 'skew'
    | 'premium'
    | 'markup'
    | 'receive_price'
    | 'network_fee'
    | 'rounding';
  /** What it is multiplied with, divided by, or what is taken off */
  readonly by: string;
  /** What is left after it, exactly */
  readonly result: string;
}

export interface Calculation {
  /** Minimum source amount */
  readonly min_from_quantity: string;
  /** Maximum source amount */
  readonly max_from_quantity: string;
  /** Where to_quantity was asked for: the least source that gives it, as place takes it */
  readonly from_quantity?: string;
  /** Fixed mode only; expires after 30 seconds */
  readonly calc_id?: string;
  readonly to: readonly QuotedEntry[];
  /** With show_costs: to_quantity = from_quantity × share × price ÷ price of the entry × (1 − fee_rate − skew_rate − premium_rate − markup_rate) − network_fee, rounded down to 8 decimals */
  readonly costs?: {
    /** Price of the source asset in USDT, for so much of it */
    readonly price: string;
    readonly to: readonly {
      /** Price of the receive asset in USDT, for all that is bought of it here */
      readonly price: string;
      /** Service fee, as a part of 1 */
      readonly fee_rate: string;
      /** What holding the price costs in fixed mode beside the service fee, as a part of 1; 0 in float mode */
      readonly premium_rate: string;
      /** The markup that was named, as a part of 1; 0 if none was */
      readonly markup_rate: string;
      /** What it costs more because the service is short of the receive asset or has plenty of the source, as a part of 1; below 0: less, for the opposite */
      readonly skew_rate: string;
      /** What the payout costs, in the receive asset */
      readonly network_fee: string;
      /** Nothing is paid out in the receive asset at the moment: an order would wait for that */
      readonly payouts_paused: boolean;
      /** Every step from what is sent to to_quantity, in its order; each result follows from the one before */
      readonly factors: readonly Factor[];
    }[];
  };
}

export interface PlacedOrder {
  /** Order number */
  readonly order_no: string;
  /** The same order number */
  readonly no: string;
  /** Query code: lets one read the order, nothing more */
  readonly query_code: string;
  /** Lets one cancel and resolve the order: keep it, it is told to whoever placed the order alone */
  readonly manage_code?: string;
  /** Deposit address for the source asset */
  readonly address: string;
  /** Memo to send along; empty where the chain needs none */
  readonly memo: string;
  /** What to send */
  readonly from_quantity: string;
  /** Until when to send it, Unix seconds */
  readonly expire_at: number;
  readonly to: readonly QuotedEntry[];
  /** The payment as a URI for wallets and QR codes */
  readonly payment_uri: string;
  /** The page of the order, for a person; the manage code is behind its #, which no server is told */
  readonly status_url: string;
}

export interface OrderState {
  /** Order number */
  readonly no: string;
  /** Order status as of now; what was asked for may take a moment */
  readonly status: number;
}

export interface OrderEvent {
  /** The event's place in the order's log: 1, 2, 3, … without a gap */
  readonly number: number;
  /** What has happened */
  readonly type:
    | 'order.status'
    | 'deposit.seen'
    | 'deposit.mined'
    | 'deposit.confirmed'
    | 'deposit.undone'
    | 'deposit.vanished'
    | 'deposit.surplus'
    | 'payout.sent'
    | 'payout.confirmed'
    | 'payout.undone'
    | 'payout.redirected'
    | 'payout.refunded'
    | 'refund.sent'
    | 'refund.confirmed'
    | 'refund.undone'
    | 'refund.redirected';
  /** When, Unix seconds */
  readonly at: number;
  /** order.status: the status that the order has now */
  readonly status?: number;
  /** order.status: the one that it had */
  readonly previous_status?: number;
  /** Of a transfer: its chain */
  readonly chain?: string;
  /** Of a transfer: its coin */
  readonly abbr?: string;
  /** Of a transfer: its transaction */
  readonly txid?: string;
  /** Of a transfer: its amount */
  readonly volume?: string;
}

export interface AccountEvent {
  /** The event's place in the account's log: 1, 2, 3, … without a gap */
  readonly account_number: number;
  /** Number of the order that it is of; empty: of the account itself */
  readonly order_no: string;
  /** The event's place in the order's log: 1, 2, 3, … without a gap; 0: it is of no order */
  readonly number: number;
  /** What has happened */
  readonly type:
    | 'order.status'
    | 'deposit.seen'
    | 'deposit.mined'
    | 'deposit.confirmed'
    | 'deposit.undone'
    | 'deposit.vanished'
    | 'deposit.surplus'
    | 'payout.sent'
    | 'payout.confirmed'
    | 'payout.undone'
    | 'payout.redirected'
    | 'payout.refunded'
    | 'refund.sent'
    | 'refund.confirmed'
    | 'refund.undone'
    | 'refund.redirected'
    | 'webhook.paused'
    | 'affiliate.address_changed'
    | 'affiliate.address_undone'
    | 'commission.settled'
    | 'commission.undone';
  /** When, Unix seconds */
  readonly at: number;
  /** order.status: the status that the order has now */
  readonly status?: number;
  /** order.status: the one that it had */
  readonly previous_status?: number;
  /** Of a transfer: its chain */
  readonly chain?: string;
  /** Of a transfer: its coin */
  readonly abbr?: string;
  /** Of a transfer: its transaction */
  readonly txid?: string;
  /** Of a transfer: its amount */
  readonly volume?: string;
  /** webhook.paused: which one */
  readonly webhook_id?: number;
  /** webhook.paused: its paused_why */
  readonly reason?: string;
  /** commission.settled, .undone: what the commissions come to that were paid */
  readonly usdt?: string;
  /** Where commissions are to be paid, or were */
  readonly address?: string;
  /** affiliate.address_changed, .address_undone: from when that address counts */
  readonly effective_at?: number;
}

export interface FoundCode {
  /** With which the order can be looked at, and nothing more */
  readonly query_code: string;
}

export interface ListedAsset {
  /** Coin name */
  readonly abbr: string;
  /** What people call it */
  readonly name: string;
  /** What else they call it, in small letters, for whoever searches: none is the abbr or the name of another coin */
  readonly aliases: readonly string[];
  /** Chain name */
  readonly chain: string;
  /** Protocol */
  readonly type: string;
  /** Decimal places on chain */
  readonly decimal: number;
  /** Can be sent to us */
  readonly send: boolean;
  /** Can be received from us */
  readonly recv: boolean;
  /** Can neither be sent to us nor received from us */
  readonly disabled: boolean;
  /** Cannot be sent to us */
  readonly disabled_send: boolean;
  /** Cannot be received from us */
  readonly disabled_recv: boolean;
  /** Nothing is paid out in it at the moment: orders are taken, and paid out when that goes on */
  readonly payouts_paused: boolean;
  /** Token contract; empty for a native coin */
  readonly contract: string;
  /** Its name in CAIP-19, as on the main network; not there for an asset that has none */
  readonly caip19?: string;
  /** Least source amount by configuration */
  readonly min: string;
  /** Largest source amount by configuration */
  readonly max: string;
  /** Confirmations before a deposit counts */
  readonly confirmations: number;
}

export interface PairDuration {
  /** Source chain name */
  readonly from_chain: string;
  /** Source coin name */
  readonly from_abbr: string;
  /** Receive chain name */
  readonly to_chain: string;
  /** Receive coin name */
  readonly to_abbr: string;
  /** How many orders this was measured on */
  readonly orders: number;
  /** Half of them took no longer: seconds from the deposit being seen to the payout being confirmed */
  readonly half_s: number;
  /** Nine of ten took no longer */
  readonly most_s: number;
}

export interface RecentPrice {
  readonly abbr: string;
  /** Price in USDT */
  readonly price: string;
  /** When its source says that this was the price, Unix seconds */
  readonly timestamp: number;
  readonly stable_coin: boolean;
  /** The feed; "test" is a random walk and no market */
  readonly source: string;
}

export interface AddressCheck {
  readonly valid: boolean;
  /** Why not; empty if it is valid */
  readonly reason: string;
  /** The same in a word that stays the same for ever; empty if it is valid */
  readonly fault:
    | ''
    | 'FORM'
    | 'SPACES'
    | 'UNKNOWN_CHARACTERS'
    | 'NOT_ALONE'
    | 'CHECKSUM'
    | 'OTHER_CHAIN'
    | 'TEST_NETWORK'
    | 'FORM_NOT_TAKEN'
    | 'LOST'
    | 'NO_WALLET'
    | 'OUR_OWN';
  /** Of which other chains it is an address that can receive something here; empty if it is valid, or of none */
  readonly chains: readonly string[];
}

export interface ServiceInfo {
  /** Whose addresses it takes and gives */
  readonly network: 'test' | 'regtest' | 'main';
  /** All chains are simulated: the coins are worth nothing */
  readonly is_simulated: boolean;
  /** The feed; "test" is a random walk and no market */
  readonly price_source: string;
  /** General service fee of float orders; single assets may differ */
  readonly float_fee: string;
  /** General service fee of fixed orders; single assets may differ */
  readonly fixed_fee: string;
  /** How long a fixed quote can be ordered, in seconds */
  readonly quote_lifetime: number;
  /** How long at most, with hold_s, in seconds */
  readonly longest_hold: number;
  /** How long a float order waits for its deposit, in seconds */
  readonly float_lifetime: number;
  /** How long a fixed order waits for its deposit, in seconds */
  readonly fixed_lifetime: number;
  /** What pages show of chains */
  readonly chains: readonly {
    /** Chain name */
    readonly name: string;
    /** A transaction can be looked at where its id is put behind this; empty where nobody shows it */
    readonly explorer: string;
    /** The same of an address */
    readonly address_explorer: string;
    /** An address to try things with; empty where the coins are real */
    readonly sample_address: string;
  }[];
  /** What pages show of coins */
  readonly coins: readonly {
    /** Coin name */
    readonly abbr: string;
    /** Of its picture */
    readonly colour: string;
    /** What is drawn on it: an SVG path in a circle of 32 units */
    readonly sign: string;
  }[];
}

export interface SentTransaction {
  /** Transaction hash */
  readonly txid: string;
}

export interface ChainTip {
  readonly chain: string;
  /** Of the newest block */
  readonly height: number;
}
