import { DEPOSIT, depositIs, depositIsNot, isUsedFor, USE } from '../deposits/life.ts';
import { parseFixed } from '../money/fixed.ts';
import { ATTEMPT, attemptIsNot } from '../payments/life.ts';
import { PAYOUT, payoutIs } from '../payouts/life.ts';
import { isFor, REASON } from '../payouts/reasons.ts';
import type { Queryable } from '../store/database.ts';
import type { Arrival, Departure, Order, OrderEntry } from './order.ts';

/** Columns of an order (whose table has the given alias) and, as a JSON array of arrays, those of its entries. Numerics travel as text: exact. */
export function orderColumns(o: string): string {
  return `
  ${o}.id, ${o}.no, ${o}.query_code, ${o}.account_id, ${o}.caller, ${o}.mode, ${o}.status, ${o}.asset_id, ${o}.units,
  ${o}.received_units, ${o}.dust_units, ${o}.address, ${o}.price, ${o}.created_at, ${o}.expires_at, ${o}.paid_at, ${o}.accepted_at,
  ${o}.finished_at, ${o}.frozen_at, ${o}.deleted_at, ${o}.freeze_reason,
  ${o}.late_until, ${o}.resolution, ${o}.refund_address,
  (SELECT json_agg(json_build_array(
            e.asset_id, e.address, e.to_ratio::text, e.to_group_ratio::text, e.share::text, e.group_share::text,
            e.price::text, e.fee_ppm, e.network_fee_units::text, e.units::text, e.units_origin::text,
            e.status, e.finished_at) ORDER BY e.entry)
     FROM order_entry e WHERE e.order_id = ${o}.id) AS entries,
  (SELECT json_agg(json_build_array(
            d.asset_id, d.txid, d.address, d.units::text,
            CASE WHEN d.height IS NULL THEN 0 ELSE (
              SELECT max(b.height) FROM followed_block b WHERE b.chain_id = d.chain_id) - d.height + 1 END,
            d.confirmed_at, d.id, d.seen_at, d.use,
            CASE WHEN ${isUsedFor('d', USE.refund)} THEN EXISTS (
              SELECT 1 FROM payout r WHERE r.deposit_id = d.id AND ${isFor('r', REASON.refund)}) ELSE false END,
            CASE WHEN d.use IS NULL AND ${depositIs('d', DEPOSIT.confirmed)} THEN EXISTS (
              SELECT 1 FROM screening s WHERE s.chain_id = d.chain_id AND s.is_hit AND s.address = ANY (d.sources)) ELSE false END,
            d.extra_blocks
            ) ORDER BY d.id)
     FROM deposit d WHERE d.order_id = ${o}.id AND ${depositIsNot('d', DEPOSIT.gone)}) AS arrivals,
  (SELECT json_agg(json_build_array(
            p.id, p.reason, p.entry, p.deposit_id, p.asset_id, sent.txid, sent.sources, p.address, p.units::text,
            p.state, p.finished_at) ORDER BY p.id)
     FROM payout p, LATERAL (
          SELECT t.txid, t.sources FROM attempt t
           WHERE t.payment_id = p.payment_id AND ${attemptIsNot('t', ATTEMPT.signed)} AND NOT t.is_cancel
           ORDER BY t.height IS NULL, t.id DESC LIMIT 1) AS sent
    WHERE p.order_id = ${o}.id AND NOT (${isFor('p', REASON.output)} AND ${payoutIs('p', PAYOUT.failed)} AND p.freed_by IS NOT NULL)) AS departures`;
}

/** The orders with these query codes. For a code that no order has, one that has another is read: it takes as long. */
export async function ordersByQueryCode(
  database: Queryable,
  codes: readonly string[],
  /** The id of that one; null: the newest. */
  insteadId: number | null,
): Promise<Order[]> {
  const { rows } = await database.query<OrderRow>({
    name: 'orders-by-query-code',
    text: `
      SELECT ${orderColumns('o')} FROM orders o WHERE o.id IN (
        SELECT coalesce((SELECT id FROM orders WHERE query_code = asked), $2::bigint, (SELECT max(id) FROM orders))
          FROM unnest($1::text[]) AS asked)`,
    values: [codes, insteadId],
  });
  return rows.map(toOrder);
}

/** An order that is known to exist. */
export async function orderById(database: Queryable, id: number): Promise<Order> {
  const { rows } = await database.query<OrderRow>({
    name: 'order-by-id',
    text: `SELECT ${orderColumns('o')} FROM orders o WHERE o.id = $1`,
    values: [id],
  });
  if (rows[0] === undefined) throw new Error(`order ${id} is gone`);
  return toOrder(rows[0]);
}

type EntryRow = [
  assetId: number,
  address: string,
  ratio: string,
  groupRatio: string | null,
  share: string,
  groupShare: string,
  price: string,
  feePpm: number,
  networkFee: string,
  units: string,
  unitsOrigin: string,
  status: number,
  finishedAt: number,
];

export interface OrderRow {
  id: number;
  no: string;
  query_code: string;
  account_id: number;
  caller: string | null;
  mode: Order['mode'];
  status: Order['status'];
  asset_id: number;
  units: string;
  received_units: string;
  dust_units: string;
  address: string;
  price: string;
  created_at: number;
  expires_at: number;
  paid_at: number;
  accepted_at: number;
  finished_at: number;
  frozen_at: number;
  deleted_at: number;
  freeze_reason: Order['freezeReason'];
  late_until: number;
  resolution: Order['resolution'];
  refund_address: string | null;
  entries: EntryRow[];
  arrivals: ArrivalRow[] | null;
  departures: DepartureRow[] | null;
}

type ArrivalRow = [
  assetId: number,
  txid: string,
  address: string,
  units: string,
  confirmations: number,
  confirmedAt: number,
  id: number,
  seenAt: number,
  use: Arrival['use'],
  isPaidBack: boolean,
  isHeld: boolean,
  extraBlocks: number,
];

type DepartureRow = [
  id: number,
  reason: Departure['reason'],
  entry: number | null,
  depositId: number | null,
  assetId: number,
  txid: string,
  from: string[],
  address: string,
  units: string,
  state: Departure['state'],
  confirmedAt: number,
];

/** A row of orderColumns as an order. */
export function toOrder(row: OrderRow): Order {
  return {
    id: row.id,
    no: row.no,
    queryCode: row.query_code,
    accountId: row.account_id,
    caller: row.caller,
    mode: row.mode,
    status: row.status,
    assetId: row.asset_id,
    units: BigInt(row.units),
    receivedUnits: BigInt(row.received_units),
    dustUnits: BigInt(row.dust_units),
    address: row.address,
    price: parseFixed(row.price),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    paidAt: row.paid_at,
    acceptedAt: row.accepted_at,
    finishedAt: row.finished_at,
    frozenAt: row.frozen_at,
    deletedAt: row.deleted_at,
    freezeReason: row.freeze_reason,
    lateUntil: row.late_until,
    resolution: row.resolution,
    refundAddress: row.refund_address,
    entries: row.entries.map(toEntry),
    arrivals: (row.arrivals ?? []).map(toArrival),
    departures: (row.departures ?? []).map(toDeparture),
  };
}

function toArrival(row: ArrivalRow): Arrival {
  const [
    assetId,
    txid,
    address,
    units,
    confirmations,
    confirmedAt,
    id,
    seenAt,
    use,
    isPaidBack,
    isHeld,
    extraBlocks,
  ] = row;
  return {
    ...{ id, assetId, txid, address, units: BigInt(units), confirmations, confirmedAt, seenAt },
    ...{ use, isPaidBack, isHeld, extraBlocks },
  };
}

function toDeparture(row: DepartureRow): Departure {
  const [id, reason, entry, depositId, assetId, txid, from, address, units, state, confirmedAt] = row;
  const what = { id, reason, entry, depositId, state, confirmedAt };
  return { ...what, assetId, txid, from, address, units: BigInt(units) };
}

function toEntry(row: EntryRow): OrderEntry {
  const [
    assetId,
    address,
    ratio,
    groupRatio,
    share,
    groupShare,
    price,
    feePpm,
    fee,
    units,
    origin,
    status,
    at,
  ] = row;
  return {
    assetId,
    address,
    ratio: parseFixed(ratio),
    groupRatio: groupRatio === null ? null : parseFixed(groupRatio),
    share: parseFixed(share),
    groupShare: parseFixed(groupShare),
    price: parseFixed(price),
    feePpm,
    networkFeeUnits: BigInt(fee),
    units: BigInt(units),
    unitsOrigin: BigInt(origin),
    status,
    finishedAt: at,
  };
}
