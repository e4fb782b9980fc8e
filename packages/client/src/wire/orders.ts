// Written by `npm run client-types` from packages/contract.

export interface InputTransaction {
  readonly chain: string;
  readonly abbr: string;
  /** Transaction hash */
  readonly txid: string;
  /** Receiving address */
  readonly to_addr: string;
  /** Transfer amount */
  readonly volume: string;
  /** Confirmation time, Unix seconds; 0: has not happened */
  readonly update_at: number;
}

export interface OutputTransaction {
  readonly chain: string;
  readonly abbr: string;
  /** Transaction hash */
  readonly txid: string;
  /** Receiving address */
  readonly to_addr: string;
  /** Transfer amount */
  readonly volume: string;
  /** Confirmation time, Unix seconds; 0: has not happened */
  readonly update_at: number;
  /** Main order number */
  readonly order_no: string;
  /** 1 confirming, 2 confirmed */
  readonly status: number;
}

export interface Refund {
  readonly abbr: string;
  readonly chain: string;
  readonly child_order_id: string;
  /** Sending addresses */
  readonly from_addr: readonly string[];
  readonly order_no: string;
  /** 1 confirming, 2 confirmed, 9 rolled back */
  readonly status: number;
  readonly to_addr: string;
  readonly txid: string;
  /** Protocol */
  readonly type: string;
  /** Confirmation time, Unix seconds; 0: has not happened */
  readonly update_at: number;
  readonly volume: string;
}

export interface PendingTransaction {
  readonly chain: string;
  readonly abbr: string;
  /** Transaction hash */
  readonly txid: string;
  /** Receiving address */
  readonly to_addr: string;
  /** Transfer amount */
  readonly volume: string;
  /** Confirmation time, Unix seconds; 0: has not happened */
  readonly update_at: number;
  readonly confirmations: number;
  readonly required: number;
}

export interface SurplusTransaction {
  readonly chain: string;
  readonly abbr: string;
  /** Transaction hash */
  readonly txid: string;
  /** Receiving address */
  readonly to_addr: string;
  /** Transfer amount */
  readonly volume: string;
  /** Confirmation time, Unix seconds; 0: has not happened */
  readonly update_at: number;
  /** WRONG_COIN: another than agreed. TOO_SMALL: too little to decide anything. LATE: after the end of a fixed price. SECOND: the order was served without it */
  readonly reason: 'WRONG_COIN' | 'TOO_SMALL' | 'LATE' | 'SECOND';
  /** arriving: not confirmed yet. open: it can be given back as soon as somebody says where to (resolve). held: the operator has to decide. returning, returned: `refund` has the transaction once it is sent. kept: not worth its network fee */
  readonly state: 'arriving' | 'open' | 'held' | 'returning' | 'returned' | 'kept';
  /** What giving it back costs now; 0 without a fresh price */
  readonly network_fee: string;
  /** What would arrive if it were given back now; 0: too little */
  readonly refund_volume: string;
}

export interface ListedChild {
  /** Receive asset chain name */
  readonly chain: string;
  /** Receive asset coin name */
  readonly abbr: string;
  /** Asset receipt ratio */
  readonly ratio: string;
  /** Received asset value in USDT */
  readonly amount: string;
  /** Real-time exchange rate (USDT) */
  readonly price: string;
  /** Receive quantity */
  readonly volume: string;
  /** Wallet address */
  readonly address: string;
}

export interface QueriedChild {
  /** Main order number */
  readonly no: string;
  /** Receive asset chain name */
  readonly chain: string;
  /** Receive asset coin name */
  readonly abbr: string;
  /** Asset receipt ratio */
  readonly ratio: string;
  /** Received asset value in USDT */
  readonly amount: string;
  /** Real-time exchange rate (USDT) */
  readonly price: string;
  /** Receive quantity */
  readonly volume: string;
  /** Wallet address */
  readonly address: string;
  /** Receive asset protocol */
  readonly type: string;
  /** Share of its group */
  readonly group_ratio: string;
  /** Receive quantity as computed when the order was placed */
  readonly volume_origin: string;
  /** 1 to be paid, 2 paid, 3 completed */
  readonly status: number;
  /** Creation time, Unix seconds; 0: has not happened */
  readonly create_at: number;
  /** Finish time, Unix seconds; 0: has not happened */
  readonly finish_at: number;
  /** Transfer records; null until the output is sent */
  readonly output: readonly OutputTransaction[] | null;
  /** What paying it out costs, in the receive asset, taken off volume already. An addition */
  readonly network_fee: string;
}

export interface ListedOrder {
  /** Order number */
  readonly no: string;
  readonly query_code: string;
  /** Source asset chain name */
  readonly chain: string;
  /** Source asset coin name */
  readonly abbr: string;
  /** Deposit address */
  readonly address: string;
  /** Exchange mode */
  readonly exchange_model: 'float' | 'fixed';
  /** Order quantity */
  readonly odr_volume: string;
  /** Actual quantity */
  readonly rel_volume: string;
  /** Number of receiving addresses */
  readonly addr_num: number;
  /** Price of the source asset in USDT */
  readonly price: string;
  /** 1 waiting to send, 2 sent, 3 waiting to receive, 4 completed, 5 refunded, 7 frozen, 8 expired, 9 abandoned */
  readonly status: number;
  /** Creation time, Unix seconds; 0: has not happened */
  readonly create_at: number;
  /** Expiration time, Unix seconds; 0: has not happened */
  readonly expire_at: number;
  /** Payment time, Unix seconds; 0: has not happened */
  readonly payfor_at: number;
  /** Acceptance time, Unix seconds; 0: has not happened */
  readonly accept_at: number;
  /** Completion time, Unix seconds; 0: has not happened */
  readonly finish_at: number;
  /** Freeze time, Unix seconds; 0: has not happened */
  readonly freeze_at: number;
  /** Delete time, Unix seconds; 0: has not happened */
  readonly delete_at: number;
  readonly children: readonly ListedChild[];
  readonly input: readonly InputTransaction[];
  readonly output: readonly OutputTransaction[];
}

export interface QueriedOrder {
  /** Order number */
  readonly no: string;
  readonly query_code: string;
  /** Source asset chain name */
  readonly chain: string;
  /** Source asset coin name */
  readonly abbr: string;
  /** Deposit address */
  readonly address: string;
  /** Exchange mode */
  readonly exchange_model: 'float' | 'fixed';
  /** Order quantity */
  readonly odr_volume: string;
  /** Actual quantity */
  readonly rel_volume: string;
  /** Number of receiving addresses */
  readonly addr_num: number;
  /** Price of the source asset in USDT */
  readonly price: string;
  /** 1 waiting to send, 2 sent, 3 waiting to receive, 4 completed, 5 refunded, 7 frozen, 8 expired, 9 abandoned */
  readonly status: number;
  /** Creation time, Unix seconds; 0: has not happened */
  readonly create_at: number;
  /** Expiration time, Unix seconds; 0: has not happened */
  readonly expire_at: number;
  /** Payment time, Unix seconds; 0: has not happened */
  readonly payfor_at: number;
  /** Acceptance time, Unix seconds; 0: has not happened */
  readonly accept_at: number;
  /** Completion time, Unix seconds; 0: has not happened */
  readonly finish_at: number;
  /** Freeze time, Unix seconds; 0: has not happened */
  readonly freeze_at: number;
  /** Delete time, Unix seconds; 0: has not happened */
  readonly delete_at: number;
  /** Source asset protocol */
  readonly type: string;
  readonly children: readonly QueriedChild[];
  readonly input: readonly InputTransaction[];
  readonly output: readonly OutputTransaction[];
  readonly refund: readonly Refund[];
  readonly fulls: readonly PendingTransaction[];
  /** Transfers to the address that do not count for the order; they are in input or fulls too. An addition */
  readonly surplus: readonly SurplusTransaction[];
  /** Assets in which something of the order is still to be paid out or given back, while payouts in them are paused. Nothing is lost: it is sent when they go on. An addition */
  readonly delayed: readonly {
    readonly chain: string;
    readonly abbr: string;
  }[];
  /** Why it was frozen: LESS, MORE, LIMIT, LATE, SCREENING, OPERATOR; empty if it was not. An addition */
  readonly freeze_reason: string;
  /** What was decided about a frozen order: exchange, which waits for prices of after the decision, or refund; empty if nothing is. An addition */
  readonly resolution: string;
  /** More came than a client may have exchanged: resolve takes refund alone, and only the operator exchanges it. An addition */
  readonly beyond_limits: boolean;
  /** Where a refund would go; empty if nobody said. An addition */
  readonly refund_address: string;
  /** Until when a late deposit is still taken up, Unix seconds. An addition */
  readonly late_until: number;
  /** The payment as a URI for wallets and QR codes. An addition */
  readonly payment_uri: string;
}
