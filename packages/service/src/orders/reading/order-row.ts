import { DEPOSIT, depositIs, depositIsNot, isUsedFor, USE } from '../../deposits/life.ts';
import { ATTEMPT, attemptIsNot } from '../../payments/life.ts';
import { PAYOUT, payoutIs } from '../../payouts/life.ts';
import { isFor, REASON } from '../../payouts/reasons.ts';
import {
  attemptOf,
  CONFIRMATIONS,
  columns,
  type DepositColumns,
  type EntryColumns,
  type OrderColumns,
  type PayoutColumns,
  type RowOf,
  type ValuesOf,
  values,
  type Width,
} from './columns.ts';

/** Orders as most of the service knows them: with their entries, what arrived and what was sent. */

const ORDER = [
  'id',
  'no',
  'query_code',
  'account_id',
  'caller',
  'mode',
  'status',
  'asset_id',
  'units',
  'received_units',
  'dust_units',
  'address',
  'price',
  'created_at',
  'expires_at',
  'paid_at',
  'accepted_at',
  'finished_at',
  'frozen_at',
  'deleted_at',
  'freeze_reason',
  'late_until',
  'resolution',
  'limits',
  'refund_address',
] as const satisfies Width<OrderColumns>;

const ENTRY = [
  'asset_id',
  'address',
  'to_ratio',
  'to_group_ratio',
  'share',
  'group_share',
  'price',
  'fee_ppm',
  'fee_tiers',
  'skew_ppm',
  'premium_ppm',
  'markup_ppm',
  'network_fee_units',
  'units',
  'units_origin',
  'status',
  'finished_at',
] as const satisfies Width<EntryColumns>;

const ARRIVAL = [
  'id',
  'asset_id',
  'txid',
  'address',
  'units',
  'confirmed_at',
  'seen_at',
  'use',
  'extra_blocks',
] as const satisfies Width<DepositColumns>;

const DEPARTURE = [
  'id',
  'reason',
  'entry',
  'deposit_id',
  'asset_id',
  'address',
  'units',
  'state',
  'finished_at',
] as const satisfies Width<PayoutColumns>;

export interface OrderRow extends RowOf<OrderColumns, typeof ORDER> {
  entries: EntryValues[];
  arrivals: ArrivalValues[] | null;
  departures: DepartureValues[] | null;
}

export type EntryValues = ValuesOf<EntryColumns, typeof ENTRY>;
export type ArrivalValues = [
  ...ValuesOf<DepositColumns, typeof ARRIVAL>,
  confirmations: number,
  isPaidBack: boolean,
  isHeld: boolean,
];
export type DepartureValues = [...ValuesOf<PayoutColumns, typeof DEPARTURE>, txid: string, from: string[]];

/** Columns of an order, whose table has the given alias; entries, arrivals and departures as JSON arrays of arrays. */
export function orderColumns(o: string): string {
  return `
  ${columns(o, ORDER)},
  (SELECT json_agg(json_build_array(${values('e', ENTRY)}) ORDER BY e.entry)
     FROM order_entry e WHERE e.order_id = ${o}.id) AS entries,
  (SELECT json_agg(json_build_array(
            ${values('d', ARRIVAL)}, CASE WHEN d.confirmed_at > 0 THEN 0 ELSE ${CONFIRMATIONS} END,
            CASE WHEN ${isUsedFor('d', USE.refund)} THEN EXISTS (
              SELECT 1 FROM payout r WHERE r.deposit_id = d.id AND ${isFor('r', REASON.refund)}) ELSE false END,
            CASE WHEN d.use IS NULL AND ${depositIs('d', DEPOSIT.confirmed)} THEN EXISTS (
              SELECT 1 FROM screening s WHERE s.chain_id = d.chain_id AND s.is_hit AND s.address = ANY (d.sources)) ELSE false END
            ) ORDER BY d.id)
     FROM deposit d WHERE d.order_id = ${o}.id AND ${depositIsNot('d', DEPOSIT.gone)}) AS arrivals,
  (SELECT json_agg(json_build_array(${values('p', DEPARTURE)}, sent.txid, sent.sources) ORDER BY p.id)
     FROM payout p, ${attemptOf(attemptIsNot('t', ATTEMPT.signed, ATTEMPT.expired))} AS sent
    WHERE p.order_id = ${o}.id AND NOT (${isFor('p', REASON.output)} AND ${payoutIs('p', PAYOUT.failed)} AND p.freed_by IS NOT NULL)) AS departures`;
}
