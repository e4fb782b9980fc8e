import type { FieldTable } from './fields.ts';

/** The tables of section 2 of the interface, written down from the document and from nowhere else. */

/** 2.1, what list and query have in common. */
const ORDER: FieldTable = {
  no: 'text',
  query_code: 'text',
  chain: 'text',
  abbr: 'text',
  address: 'text',
  exchange_model: 'text',
  odr_volume: 'number',
  rel_volume: 'number',
  addr_num: 'integer',
  price: 'number',
  status: 'integer',
  create_at: 'time',
  expire_at: 'time',
  payfor_at: 'time',
  accept_at: 'time',
  finish_at: 'time',
  freeze_at: 'time',
  delete_at: 'time',
  children: 'array',
  input: 'array',
  output: 'array',
};

export const LISTED_ORDER: FieldTable = ORDER;
export const QUERIED_ORDER: FieldTable = { ...ORDER, type: 'string', refund: 'array', fulls: 'array' };

/** 2.2, in order list. */
export const LISTED_CHILD: FieldTable = {
  chain: 'text',
  abbr: 'text',
  ratio: 'ratio',
  amount: 'number',
  price: 'number',
  volume: 'number',
  address: 'text',
};

/** 2.2, in order query. */
export const QUERIED_CHILD: FieldTable = {
  no: 'text',
  chain: 'text',
  type: 'string',
  abbr: 'text',
  ratio: 'ratio',
  group_ratio: 'ratio',
  amount: 'number',
  address: 'text',
  price: 'number',
  volume: 'number',
  volume_origin: 'number',
  status: 'integer',
  create_at: 'time',
  finish_at: 'time',
  output: 'records',
};

/** 2.3. */
export const INPUT: FieldTable = {
  chain: 'text',
  abbr: 'text',
  txid: 'text',
  to_addr: 'text',
  volume: 'number',
  update_at: 'time',
};

/** 2.4. */
export const OUTPUT: FieldTable = { ...INPUT, order_no: 'text', status: 'integer' };

/** 2.5; child_order_id is of Variant B. */
export const REFUND: FieldTable = {
  abbr: 'text',
  chain: 'text',
  from_addr: 'array',
  order_no: 'text',
  status: 'integer',
  to_addr: 'text',
  txid: 'text',
  type: 'string',
  update_at: 'time',
  volume: 'number',
};

/** 2.6. */
export const REFERRAL_ORDER: FieldTable = {
  ref_code: 'text',
  commission_rate: 'number',
  settle_status: 'integer',
  created_at: 'time',
  updated_at: 'time',
  commission: 'number',
  order_amount_in_usdt: 'number',
  order_no: 'text',
  query_code: 'text',
  status: 'integer',
  send_chain: 'text',
  send_coin: 'text',
  send_amount: 'number',
};

/** 4.1, the entries of `to` in Variant B. */
export const QUOTED_ENTRY_B: FieldTable = {
  group_quantity: 'number',
  to_abbr: 'text',
  to_address: 'string',
  to_chain: 'text',
  to_quantity: 'number',
  to_ratio: 'number',
};

/** 4.1, the entries of `to` in Variant A. */
export const QUOTED_ENTRY_A: FieldTable = { ...QUOTED_ENTRY_B, to_group_ratio: 'ratio' };

/** 4.1, the data of Variant B; calc_id is told apart by mode. */
export const QUOTE_B: FieldTable = { min_from_quantity: 'number', max_from_quantity: 'number', to: 'array' };

/** 4.1, the data of Variant A. */
export const QUOTE_A: FieldTable = { min_from_quantity: 'number', to: 'array' };

/** 3.1, 3.2, 3.5: the values that exist. */
export const ORDER_STATUSES = [1, 2, 3, 4, 5, 7, 8, 9];
export const CHILD_STATUSES = [1, 2, 3];
export const REFERRAL_STATUSES = [1, 2, 3, 4, 7, 8, 9];
