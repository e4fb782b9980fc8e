/** Answers as plain JSON.parse gives them: only what the tests look at by name. */

export interface QuotedEntry {
  readonly group_quantity: number;
  readonly to_abbr: string;
  readonly to_address: string;
  readonly to_chain: string;
  readonly to_group_ratio: number;
  readonly to_quantity: number;
  readonly to_ratio: number;
}

export interface Limits {
  readonly min_from_quantity: number;
  readonly max_from_quantity: number;
}

export interface Quote extends Limits {
  readonly calc_id?: string;
  readonly to: readonly QuotedEntry[];
}

export interface Placed {
  readonly order_no: string;
  readonly no: string;
  readonly query_code: string;
  /** Only of a host that has this addition. */
  readonly manage_code?: string;
  readonly address: string;
  readonly from_quantity: number;
  readonly expire_at: number;
  readonly to: readonly QuotedEntry[];
  readonly payment_uri: string;
  readonly status_url: string;
}

export interface Child {
  readonly no: string;
  readonly chain: string;
  readonly abbr: string;
  readonly ratio: number;
  readonly group_ratio: number;
  readonly amount: number;
  readonly price: number;
  readonly volume: number;
  readonly volume_origin: number;
  readonly address: string;
  readonly status: number;
  readonly create_at: number;
  readonly finish_at: number;
  readonly output: unknown;
}

export type Rows = readonly Readonly<Record<string, unknown>>[];

export interface Order {
  readonly no: string;
  readonly query_code: string;
  readonly chain: string;
  readonly abbr: string;
  readonly address: string;
  readonly exchange_model: string;
  readonly odr_volume: number;
  readonly rel_volume: number;
  readonly addr_num: number;
  readonly price: number;
  readonly status: number;
  readonly create_at: number;
  readonly expire_at: number;
  readonly children: readonly Child[];
  readonly input: Rows;
  readonly output: Rows;
  readonly refund: Rows;
  readonly fulls: Rows;
}

export interface ReferralOrder {
  readonly ref_code: string;
  readonly commission_rate: number;
  readonly settle_status: number;
  readonly created_at: number;
  readonly updated_at: number;
  readonly commission: number;
  readonly order_amount_in_usdt: number;
  readonly order_no: string;
  readonly query_code: string;
  readonly status: number;
  readonly send_chain: string;
  readonly send_coin: string;
  readonly send_amount: number;
}
