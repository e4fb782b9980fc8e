import { type AssetAmount, formatQueryCode, ORDER_STATUS, type OrderLine } from '@swapdesk/contract';
import type { Catalogue } from '../catalog/catalogue.ts';
import { parseFixed } from '../money/fixed.ts';
import { fromUnits } from '../money/units.ts';
import { worthInUsdt } from '../money/worth.ts';
import { PAYOUT, type PayoutState } from '../payouts/life.ts';
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
    to: row.entries.map(([assetId, units, origin, output]) => ({
      ...assetAmount(catalogue, assetId, BigInt(units)),
      agreed: assetAmount(catalogue, assetId, BigInt(origin)).amount,
      state: outputState(row.status, output),
    })),
    value: worthInUsdt(received > 0n ? received : agreed, parseFixed(row.price), decimals),
    address: row.address,
    client_order_id: row.client_order_id ?? '',
    create_at: row.created_at,
    finish_at: row.finished_at,
  };
}

/** Of which nothing is ever exchanged, unless more comes of it. */
const IS_OVER: ReadonlySet<number> = new Set([
  ORDER_STATUS.refunded,
  ORDER_STATUS.expired,
  ORDER_STATUS.abandoned,
]);

function outputState(status: number, output: PayoutState | null): OrderLine['to'][number]['state'] {
  if (output === PAYOUT.confirmed) return 'paid';
  if (IS_OVER.has(status) || output === PAYOUT.refunded) return 'not paid';
  return output === null ? 'agreed' : 'owed';
}

export function assetAmount(catalogue: Catalogue, assetId: number, units: bigint): AssetAmount {
  const { chain, abbr, decimals } = catalogue.get(assetId);
  return { chain: chain.name, abbr, amount: fromUnits(units, decimals) };
}
