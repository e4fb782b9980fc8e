import { type AssetAmount, formatQueryCode, type OrderLine } from '@swapdesk/contract';
import type { Catalogue } from '../catalog/catalogue.ts';
import { parseFixed } from '../money/fixed.ts';
import { fromUnits } from '../money/units.ts';
import { worthInUsdt } from '../money/worth.ts';
import type { Queryable } from '../store/database.ts';
import { type OrderLineRow, readOrderLines } from './reading/read-lines.ts';

/** Orders as the console lists them, by id, in no order. */
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
