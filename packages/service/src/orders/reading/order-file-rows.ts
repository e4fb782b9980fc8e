import type { AttemptState } from '../../payments/life.ts';
import type { DepositColumns, EntryColumns, OrderColumns, PayoutColumns, RowOf, Width } from './columns.ts';

/** What a file of an order is made of: the widths of its tables, and the rows they give. */

export const HEAD = [
  'id',
  'no',
  'query_code',
  'mode',
  'status',
  'freeze_reason',
  'resolution',
  'resolved_at',
  'asset_id',
  'units',
  'received_units',
  'min_units',
  'max_units',
  'tolerance_units',
  'price',
  'address',
  'on_mismatch',
  'refund_address',
  'refund_memo',
  'created_at',
  'expires_at',
  'late_until',
  'paid_at',
  'accepted_at',
  'frozen_at',
  'deleted_at',
] as const satisfies Width<OrderColumns>;

export const ENTRY = [
  'asset_id',
  'address',
  'memo',
  'share',
  'price',
  'fee_ppm',
  'fee_units',
  'network_fee_units',
  'units',
  'units_origin',
  'status',
  'finished_at',
] as const satisfies Width<EntryColumns>;

export const DEPOSIT_COLUMNS = [
  'id',
  'asset_id',
  'units',
  'txid',
  'index',
  'sources',
  'memo',
  'refs',
  'state',
  'use',
  'height',
  'seen_at',
  'mined_at',
  'confirmed_at',
  'extra_blocks',
] as const satisfies Width<DepositColumns>;

export const PAYOUT_COLUMNS = [
  'id',
  'reason',
  'entry',
  'deposit_id',
  'asset_id',
  'units',
  'address',
  'memo',
  'state',
  'payment_id',
  'created_at',
  'finished_at',
] as const satisfies Width<PayoutColumns>;

export interface OrderHead extends RowOf<OrderColumns, typeof HEAD> {
  ref_code: string | null;
  commission: string | null;
}

export type EntryRow = RowOf<EntryColumns, typeof ENTRY>;

export interface DepositRow extends RowOf<DepositColumns, typeof DEPOSIT_COLUMNS> {
  confirmations: number;
}

export interface PayoutRow extends RowOf<PayoutColumns, typeof PAYOUT_COLUMNS> {
  /** Of the payment that it went out with; null without one. */
  txid: string | null;
  payment_state: PaymentRow['state'] | null;
}

export interface PaymentRow {
  id: number;
  chain_id: number;
  txid: string;
  raw: string;
  sources: string[];
  fee_units: string;
  state: Exclude<AttemptState, 'gone'>;
  is_failed: boolean;
  height: number | null;
  nonce: number | null;
  replaces: number | null;
  signed_at: number;
  sent_at: number;
  refused_at: number;
  confirmed_at: number;
}

/** What belongs to an order beside its head. */
export interface OrderParts {
  readonly entries: readonly EntryRow[];
  readonly deposits: readonly DepositRow[];
  readonly payouts: readonly PayoutRow[];
  readonly payments: readonly PaymentRow[];
  readonly history: readonly {
    readonly at: number;
    readonly from_status: number;
    readonly to_status: number;
    readonly reason: string;
  }[];
  readonly ledger: readonly {
    readonly id: number;
    readonly posting: number;
    readonly at: number;
    readonly account: string;
    readonly asset_id: number;
    readonly units: string;
    readonly why: string;
  }[];
  readonly screening: readonly {
    readonly chain_id: number;
    readonly address: string;
    readonly is_hit: boolean;
    readonly detail: string;
    readonly at: number;
  }[];
  readonly notes: readonly { readonly at: number; readonly operator: string; readonly text: string }[];
}
