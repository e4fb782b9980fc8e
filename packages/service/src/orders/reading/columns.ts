import type { PayoutState } from '../../payouts/life.ts';
import type { BoundByLimits } from '../bound-by-limits.ts';
import type { ArrivedDeposit } from '../decide.ts';
import type { Arrival, Departure, OnMismatch, Order } from '../order.ts';

/**
 * What an order is stored as: each column that is read of it, once, as the store gives it. Whoever reads an order names the
 * columns that it needs, its width, and gets rows of just these. Numerics are text: exact.
 */

export interface OrderColumns {
  id: number;
  no: string;
  query_code: string;
  account_id: number;
  caller: string | null;
  client_order_id: string | null;
  mode: Order['mode'];
  status: Order['status'];
  asset_id: number;
  units: string;
  received_units: string;
  min_units: string;
  max_units: string;
  tolerance_units: string;
  dust_units: string;
  address: string;
  refund_address: string | null;
  refund_memo: string | null;
  on_mismatch: OnMismatch;
  price: string;
  freeze_reason: Order['freezeReason'];
  resolution: Order['resolution'];
  resolved_at: number;
  limits: BoundByLimits;
  counted_units: string;
  created_at: number;
  expires_at: number;
  late_until: number;
  paid_at: number;
  accepted_at: number;
  finished_at: number;
  frozen_at: number;
  deleted_at: number;
}

export interface EntryColumns {
  asset_id: number;
  address: string;
  memo: string | null;
  to_ratio: string;
  to_group_ratio: string | null;
  share: string;
  group_share: string;
  price: string;
  fee_ppm: number;
  fee_tiers: [fromUnits: string, feePpm: number][] | null;
  skew_ppm: number;
  premium_ppm: number;
  markup_ppm: number;
  fee_units: string;
  /** What of it a partner has put on top. */
  markup_units: string;
  network_fee_units: string;
  units: string;
  units_origin: string;
  status: number;
  finished_at: number;
}

export interface DepositColumns {
  id: number;
  chain_id: number;
  asset_id: number;
  units: string;
  txid: string;
  index: number;
  address: string;
  sources: string[];
  memo: string | null;
  refs: string[] | null;
  state: ArrivedDeposit['state'];
  use: Arrival['use'];
  height: number | null;
  seen_at: number;
  mined_at: number;
  confirmed_at: number;
  extra_blocks: number;
}

export interface PayoutColumns {
  id: number;
  reason: Departure['reason'];
  entry: number | null;
  deposit_id: number | null;
  asset_id: number;
  units: string;
  address: string;
  memo: string | null;
  /** What leaves for no order alone is dropped. */
  state: Exclude<PayoutState, 'dropped'>;
  payment_id: number | null;
  created_at: number;
  finished_at: number;
}

export type Width<Columns> = readonly (keyof Columns & string)[];
/** A row of such a width. */
export type RowOf<Columns, Wide extends Width<Columns>> = Pick<Columns, Wide[number]>;
/** The same as an array, in the width's order. */
export type ValuesOf<Columns, Wide extends Width<Columns>> = {
  -readonly [N in keyof Wide]: Columns[Wide[N]];
};

const NUMERIC: ReadonlySet<string> = new Set<keyof EntryColumns>([
  'units',
  'units_origin',
  'price',
  'share',
  'group_share',
  'to_ratio',
  'to_group_ratio',
  'fee_units',
  'markup_units',
  'network_fee_units',
]);

/** The columns of a width, of the table with that alias. */
export function columns(alias: string, width: readonly string[]): string {
  return width.map((name) => `${alias}.${name}`).join(', ');
}

/** The same for a JSON array: numbers that have to stay exact go as text. */
export function values(alias: string, width: readonly string[]): string {
  return width.map((name) => `${alias}.${name}${NUMERIC.has(name) ? '::text' : ''}`).join(', ');
}

/** Blocks on top of a deposit `d`, its own included; 0 while it waits for one. */
export const CONFIRMATIONS = `
  CASE WHEN d.height IS NULL THEN 0 ELSE (
    SELECT max(b.height) FROM followed_block b WHERE b.chain_id = d.chain_id) - d.height + 1 END`;

/** The attempt `t` that a payout `p` went out with: the one that is mined, else the newest. */
export function attemptOf(isMeant = 'true'): string {
  return `LATERAL (
    SELECT t.txid, t.sources, t.state FROM attempt t
     WHERE t.payment_id = p.payment_id AND NOT t.is_cancel AND ${isMeant}
     ORDER BY t.height IS NULL, t.id DESC LIMIT 1)`;
}
