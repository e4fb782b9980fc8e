import type { Agreement, ArrivedDeposit, FreezeReason } from '../orders/decide.ts';
import type { Order } from '../orders/order.ts';
import { type OrderRow, orderColumns, toOrder } from '../orders/read-orders.ts';
import type { Queryable } from '../store/database.ts';

/** An order with all that the engine decides by. */
export interface OpenOrder extends Order, Agreement {
  readonly onMismatch: 'ask' | 'exchange' | 'refund';
  readonly refundAddress: string | null;
  readonly refundMemo: string | null;
  readonly resolution: 'exchange' | 'refund' | null;
  readonly freezeReason: FreezeReason | null;
  readonly deposits: readonly OpenDeposit[];
}

export interface OpenDeposit extends ArrivedDeposit {
  readonly chainId: number;
  readonly sources: readonly string[];
}

type DepositRow = [
  id: number,
  assetId: number,
  units: string,
  state: ArrivedDeposit['state'],
  seenAt: number,
  isUsed: boolean,
  chainId: number,
  sources: string[],
];

interface Row extends OrderRow {
  min_units: string;
  max_units: string;
  tolerance_units: string;
  on_mismatch: OpenOrder['onMismatch'];
  refund_address: string | null;
  refund_memo: string | null;
  resolution: OpenOrder['resolution'];
  freeze_reason: FreezeReason | null;
  deposits: DepositRow[] | null;
}

/**
 * Orders with their deposits. For update: nobody else changes them before the transaction ends. Deposits are locked
 * first, as those who follow a chain do, so that neither waits for the other in a circle.
 */
export async function loadOrders(
  client: Queryable,
  ids: readonly number[],
  forUpdate: boolean,
): Promise<OpenOrder[]> {
  if (ids.length === 0) return [];
  if (forUpdate) {
    await client.query({
      name: 'lock-deposits',
      text: 'SELECT 1 FROM deposit WHERE order_id = ANY ($1::bigint[]) ORDER BY id FOR UPDATE',
      values: [ids],
    });
  }
  const { rows } = await client.query<Row>({
    name: `load-open-orders${forUpdate ? '-for-update' : ''}`,
    text: `
      SELECT ${orderColumns('o')}, o.min_units, o.max_units, o.tolerance_units, o.on_mismatch, o.refund_address,
             o.refund_memo, o.resolution, o.freeze_reason,
             (SELECT json_agg(json_build_array(d.id, d.asset_id, d.units::text, d.state, d.seen_at, d.fate IS NOT NULL,
                                               d.chain_id, d.sources) ORDER BY d.id)
                FROM deposit d WHERE d.order_id = o.id) AS deposits
        FROM orders o WHERE o.id = ANY ($1::bigint[]) ORDER BY o.id ${forUpdate ? 'FOR UPDATE' : ''}`,
    values: [ids],
  });
  return rows.map((row) => ({
    ...toOrder(row),
    minUnits: BigInt(row.min_units),
    maxUnits: BigInt(row.max_units),
    toleranceUnits: BigInt(row.tolerance_units),
    onMismatch: row.on_mismatch,
    refundAddress: row.refund_address,
    refundMemo: row.refund_memo,
    resolution: row.resolution,
    freezeReason: row.freeze_reason,
    deposits: (row.deposits ?? []).map(toDeposit),
  }));
}

function toDeposit([id, assetId, units, state, seenAt, isUsed, chainId, sources]: DepositRow): OpenDeposit {
  return { id, assetId, units: BigInt(units), state, seenAt, isUsed, chainId, sources };
}
