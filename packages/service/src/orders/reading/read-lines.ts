import type { PayoutState } from '../../payouts/life.ts';
import { isFor, REASON } from '../../payouts/reasons.ts';
import type { Queryable } from '../../store/database.ts';
import {
  columns,
  type EntryColumns,
  type OrderColumns,
  type RowOf,
  type ValuesOf,
  values,
  type Width,
} from './columns.ts';

const LINE = [
  'id',
  'no',
  'query_code',
  'mode',
  'status',
  'freeze_reason',
  'resolution',
  'asset_id',
  'units',
  'received_units',
  'price',
  'address',
  'client_order_id',
  'created_at',
  'finished_at',
] as const satisfies Width<OrderColumns>;
const ENTRY = ['asset_id', 'units', 'units_origin'] as const satisfies Width<EntryColumns>;

/** An order as the console lists it. */
export interface OrderLineRow extends RowOf<OrderColumns, typeof LINE> {
  /** Its name. */
  account: string;
  /** Each with how it stands with its output; null: none is written. */
  entries: [...ValuesOf<EntryColumns, typeof ENTRY>, output: PayoutState | null][];
}

/** Reads these orders, in no order. */
export async function readOrderLines(client: Queryable, ids: readonly number[]): Promise<OrderLineRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await client.query<OrderLineRow>({
    name: 'order-lines',
    text: `
      SELECT ${columns('o', LINE)}, a.name AS account,
             (SELECT json_agg(json_build_array(${values('e', ENTRY)}, (
                       SELECT p.state FROM payout p
                        WHERE p.order_id = e.order_id AND p.entry = e.entry AND ${isFor('p', REASON.output)}
                        ORDER BY p.id DESC LIMIT 1)) ORDER BY e.entry)
                FROM order_entry e WHERE e.order_id = o.id) AS entries
        FROM orders o JOIN account a ON a.id = o.account_id WHERE o.id = ANY ($1::bigint[])`,
    values: [ids],
  });
  return rows;
}
