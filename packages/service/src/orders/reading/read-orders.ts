import { parseFixed } from '../../money/fixed.ts';
import type { Queryable } from '../../store/database.ts';
import { LIMITS } from '../bound-by-limits.ts';
import type { Arrival, Departure, Order, OrderEntry } from '../order.ts';
import {
  type ArrivalValues,
  type DepartureValues,
  type EntryValues,
  type OrderRow,
  orderColumns,
} from './order-row.ts';

// Written once: a query comes thousands of times a second. Not materialised, each code would be looked up twice.
const BY_QUERY_CODE = `
  WITH found AS MATERIALIZED (
    SELECT DISTINCT coalesce((SELECT id FROM orders WHERE query_code = asked), $2::bigint, (SELECT max(id) FROM orders)) AS id
      FROM unnest($1::text[]) AS asked)
  SELECT ${orderColumns('o')} FROM found JOIN orders o USING (id)`;
const BY_ID = `SELECT ${orderColumns('o')} FROM orders o WHERE o.id = $1`;

/** The orders with these query codes. For a code that no order has, one that has another is read: it takes as long. */
export async function ordersByQueryCode(
  database: Queryable,
  codes: readonly string[],
  /** The id of that one; null: the newest. */
  insteadId: number | null,
): Promise<Order[]> {
  const { rows } = await database.query<OrderRow>({
    name: 'orders-by-query-code',
    text: BY_QUERY_CODE,
    values: [codes, insteadId],
  });
  return rows.map(toOrder);
}

/** An order that is known to exist. */
export async function orderById(database: Queryable, id: number): Promise<Order> {
  const { rows } = await database.query<OrderRow>({ name: 'order-by-id', text: BY_ID, values: [id] });
  if (rows[0] === undefined) throw new Error(`order ${id} is gone`);
  return toOrder(rows[0]);
}

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
    isBeyondLimits: row.limits === LIMITS.exceeded,
    refundAddress: row.refund_address,
    entries: row.entries.map(toEntry),
    arrivals: (row.arrivals ?? []).map(toArrival),
    departures: (row.departures ?? []).map(toDeparture),
  };
}

function toArrival(values: ArrivalValues): Arrival {
  const [id, assetId, txid, address, units, confirmedAt, seenAt, use, extraBlocks, ...rest] = values;
  const [confirmations, isPaidBack, isHeld] = rest;
  return {
    id,
    assetId,
    txid,
    address,
    units: BigInt(units),
    confirmations,
    confirmedAt,
    seenAt,
    use,
    isPaidBack,
    isHeld,
    extraBlocks,
  };
}

function toDeparture(values: DepartureValues): Departure {
  const [id, reason, entry, depositId, assetId, address, units, state, confirmedAt, txid, from] = values;
  return {
    id,
    reason,
    entry,
    depositId,
    state,
    confirmedAt,
    assetId,
    txid,
    from,
    address,
    units: BigInt(units),
  };
}

function toEntry(values: EntryValues): OrderEntry {
  const [
    assetId,
    address,
    ratio,
    groupRatio,
    share,
    groupShare,
    price,
    feePpm,
    tiers,
    skewPpm,
    premiumPpm,
    markupPpm,
    fee,
    units,
    origin,
    status,
    at,
  ] = values;
  return {
    assetId,
    address,
    ratio: parseFixed(ratio),
    groupRatio: groupRatio === null ? null : parseFixed(groupRatio),
    share: parseFixed(share),
    groupShare: parseFixed(groupShare),
    price: parseFixed(price),
    feePpm,
    feeTiers: tiers?.map(([fromUnits, ofTier]) => ({ fromUnits: BigInt(fromUnits), feePpm: ofTier })) ?? null,
    skewPpm,
    premiumPpm,
    markupPpm,
    networkFeeUnits: BigInt(fee),
    units: BigInt(units),
    unitsOrigin: BigInt(origin),
    status,
    finishedAt: at,
  };
}
