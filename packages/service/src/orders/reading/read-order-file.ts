import { isFirst } from '../../payments/life.ts';
import type { Queryable } from '../../store/database.ts';
import { attemptOf, CONFIRMATIONS, columns } from './columns.ts';
import {
  DEPOSIT_COLUMNS,
  ENTRY,
  HEAD,
  type OrderHead,
  type OrderParts,
  PAYOUT_COLUMNS,
} from './order-file-rows.ts';

/** All that is stored of one order, for whoever has to find out what happened to it. */

const PARTS: Readonly<Record<keyof OrderParts, string>> = {
  entries: `SELECT ${columns('e', ENTRY)} FROM order_entry e WHERE e.order_id = $1 ORDER BY e.entry`,
  deposits: `
    SELECT ${columns('d', DEPOSIT_COLUMNS)}, ${CONFIRMATIONS} AS confirmations
      FROM deposit d WHERE d.order_id = $1 ORDER BY d.id`,
  payouts: `
    SELECT ${columns('p', PAYOUT_COLUMNS)}, sent.txid, sent.state AS payment_state
      FROM payout p LEFT JOIN ${attemptOf()} AS sent ON true WHERE p.order_id = $1 ORDER BY p.id`,
  payments: `
    SELECT t.id, t.chain_id, t.txid, coalesce(encode(t.bytes, 'hex'), '') AS raw, t.sources, t.fee_units, t.state, t.is_failed,
           t.height, p.nonce, CASE WHEN ${isFirst('t')} THEN NULL ELSE p.id END AS replaces, t.signed_at, t.sent_at,
           t.refused_at, t.confirmed_at
      FROM payment p JOIN attempt t ON t.payment_id = p.id
     WHERE p.id IN (SELECT payment_id FROM payout WHERE order_id = $1) ORDER BY t.id`,
  history: `
    SELECT at, from_status, to_status, reason FROM order_event
     WHERE order_id = $1 AND type = 'order.status' ORDER BY id`,
  ledger: `
    SELECT id, posting, at, account, asset_id, units, why FROM ledger_entry WHERE order_id = $1 ORDER BY id`,
  screening: `
    SELECT s.chain_id, s.address, s.is_hit, s.detail, s.at FROM (
           SELECT d.chain_id, unnest(d.sources) AS address FROM deposit d WHERE d.order_id = $1
           UNION SELECT a.chain_id, e.address FROM order_entry e JOIN asset a ON a.id = e.asset_id WHERE e.order_id = $1
           UNION SELECT a.chain_id, o.refund_address FROM orders o JOIN asset a ON a.id = o.asset_id WHERE o.id = $1
         ) AS concerned JOIN screening s ON s.chain_id = concerned.chain_id AND s.address = concerned.address
     ORDER BY s.chain_id, s.address`,
  notes: 'SELECT at, operator, note AS text FROM order_note WHERE order_id = $1 ORDER BY id',
};

/** All of them. */
export const ORDER_PARTS = Object.keys(PARTS) as (keyof OrderParts)[];

export type OrderFileRecords<Part extends keyof OrderParts = keyof OrderParts> = {
  readonly head: OrderHead;
} & Pick<OrderParts, Part>;

/** The order of that number, or that query code where one is given, with those parts; null if there is none. */
export async function readOrderFile<Part extends keyof OrderParts>(
  client: Queryable,
  { no, queryCode = null }: { readonly no: string; readonly queryCode?: string | null },
  parts: readonly Part[],
): Promise<OrderFileRecords<Part> | null> {
  const { rows } = await client.query<OrderHead>({
    name: 'order-file',
    text: `
      SELECT ${columns('o', HEAD)}, r.code AS ref_code, r.commission
        FROM orders o LEFT JOIN referral_order r ON r.order_id = o.id WHERE o.no = $1 OR o.query_code = $2 LIMIT 1`,
    values: [no, queryCode],
  });
  const head = rows[0];
  if (head === undefined) return null;
  const read: Record<string, readonly object[]> = {};
  for (const part of parts) read[part] = (await client.query(PARTS[part], [head.id])).rows;
  return { head, ...(read as Pick<OrderParts, Part>) };
}
