import { type AssetAmount, formatQueryCode, type OrderLine } from '@swapdesk/contract';
import type { Catalogue } from '../catalog/catalogue.ts';
import { parseFixed } from '../money/fixed.ts';
import { fromUnits } from '../money/units.ts';
import { worthInUsdt } from '../money/worth.ts';
import type { Queryable } from '../store/database.ts';

/** Orders as the console lists them. */

export interface OrderLineRow {
  id: number;
  no: string;
  query_code: string;
  account: string;
  mode: 'float' | 'fixed';
  status: number;
  freeze_reason: string | null;
  resolution: string | null;
  asset_id: number;
  units: string;
  received_units: string;
  price: string;
  address: string;
  client_order_id: string | null;
  created_at: number;
  finished_at: number;
  entries: [assetId: number, units: string][];
}

/** Reads these orders, in no order. */
export async function readOrderLines(client: Queryable, ids: readonly number[]): Promise<OrderLineRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await client.query<OrderLineRow>({
    name: 'order-lines',
    text: `
      SELECT o.id, o.no, o.query_code, a.name AS account, o.mode, o.status, o.freeze_reason, o.resolution, o.asset_id,
             o.units, o.received_units, o.price, o.address, o.client_order_id, o.created_at, o.finished_at,
             (SELECT json_agg(json_build_array(e.asset_id, e.units::text) ORDER BY e.entry)
                FROM order_entry e WHERE e.order_id = o.id) AS entries
        FROM orders o JOIN account a ON a.id = o.account_id WHERE o.id = ANY ($1::bigint[])`,
    values: [ids],
  });
  return rows;
}

/** The same lines by id, ready for the wire. */
export async function orderLines(
  client: Queryable,
  ids: readonly number[],
  catalogue: Catalogue,
): Promise<Map<number, OrderLine>> {
  const rows = await readOrderLines(client, ids);
  return new Map(rows.map((row) => [row.id, orderLine(row, catalogue)]));
}

export function orderLine(row: OrderLineRow, catalogue: Catalogue): OrderLine {
  const { decimals } = catalogue.get(row.asset_id);
  const [agreed, received] = [BigInt(row.units), BigInt(row.received_units)];
  return {
    no: row.no,
    query_code: formatQueryCode(row.query_code),
    account: row.account,
    mode: row.mode,
    status: row.status,
    freeze_reason: row.freeze_reason ?? '',
    resolution: row.resolution ?? '',
    from: assetAmount(catalogue, row.asset_id, agreed),
    received: fromUnits(received, decimals),
    to: row.entries.map(([assetId, units]) => assetAmount(catalogue, assetId, BigInt(units))),
    value: worthInUsdt(received > 0n ? received : agreed, parseFixed(row.price), decimals),
    address: row.address,
    client_order_id: row.client_order_id ?? '',
    create_at: row.created_at,
    finish_at: row.finished_at,
  };
}

export function assetAmount(catalogue: Catalogue, assetId: number, units: bigint): AssetAmount {
  const { chain, abbr, decimals } = catalogue.get(assetId);
  return { chain: chain.name, abbr, amount: fromUnits(units, decimals) };
}
