import type { DepositState, Use } from '../deposits/life.ts';
import { type AttemptState, isFirst } from '../payments/life.ts';
import type { PayoutState } from '../payouts/life.ts';
import type { OrderReason } from '../payouts/reasons.ts';
import type { Queryable } from '../store/database.ts';

/** All that is stored of one order, for the console. */

export interface OrderHead {
  id: number;
  no: string;
  price: string;
  asset_id: number;
  min_units: string;
  max_units: string;
  tolerance_units: string;
  on_mismatch: 'ask' | 'exchange' | 'refund';
  refund_address: string | null;
  refund_memo: string | null;
  ref_code: string | null;
  commission: string | null;
  expires_at: number;
  late_until: number;
  paid_at: number;
  accepted_at: number;
  frozen_at: number;
  deleted_at: number;
}

export interface EntryRow {
  asset_id: number;
  address: string;
  memo: string | null;
  share: string;
  price: string;
  fee_ppm: number;
  fee_units: string;
  network_fee_units: string;
  units: string;
  units_origin: string;
  status: number;
  finished_at: number;
}

export interface DepositRow {
  id: number;
  asset_id: number;
  units: string;
  txid: string;
  index: number;
  sources: string[];
  state: DepositState;
  use: Use | null;
  height: number | null;
  confirmations: number;
  seen_at: number;
  mined_at: number;
  confirmed_at: number;
  extra_blocks: number;
}

export interface PayoutRow {
  id: number;
  purpose: OrderReason;
  part: number;
  asset_id: number;
  units: string;
  address: string;
  memo: string | null;
  state: Exclude<PayoutState, 'dropped'>;
  payment_id: number | null;
  created_at: number;
  finished_at: number;
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

export interface EventRow {
  at: number;
  from_status: number;
  to_status: number;
  reason: string;
}

export interface LedgerRow {
  id: number;
  posting: number;
  at: number;
  account: string;
  asset_id: number;
  units: string;
  why: string;
}

export interface ScreeningRow {
  chain_id: number;
  address: string;
  is_hit: boolean;
  detail: string;
  at: number;
}

export interface NoteRow {
  at: number;
  operator: string;
  text: string;
}

export interface OrderRecords {
  readonly head: OrderHead;
  readonly entries: readonly EntryRow[];
  readonly deposits: readonly DepositRow[];
  readonly payouts: readonly PayoutRow[];
  readonly payments: readonly PaymentRow[];
  readonly history: readonly EventRow[];
  readonly ledger: readonly LedgerRow[];
  readonly screening: readonly ScreeningRow[];
  readonly notes: readonly NoteRow[];
}

/** By the order's number; null if there is none. */
export async function readOrderFile(client: Queryable, no: string): Promise<OrderRecords | null> {
  const { rows } = await client.query<OrderHead>({
    name: 'order-file',
    text: `
      SELECT o.id, o.no, o.price, o.asset_id, o.min_units, o.max_units, o.tolerance_units, o.on_mismatch,
             o.refund_address, o.refund_memo, r.code AS ref_code, r.commission, o.expires_at, o.late_until, o.paid_at,
             o.accepted_at, o.frozen_at, o.deleted_at
        FROM orders o LEFT JOIN referral_order r ON r.order_id = o.id WHERE o.no = $1`,
    values: [no],
  });
  const head = rows[0];
  if (head === undefined) return null;
  const all = async <Row extends object>(text: string): Promise<Row[]> =>
    (await client.query(text, [head.id])).rows as Row[];
  return {
    head,
    entries: await all<EntryRow>(
      `SELECT asset_id, address, memo, share, price, fee_ppm, fee_units, network_fee_units, units, units_origin, status,
              finished_at FROM order_entry WHERE order_id = $1 ORDER BY entry`,
    ),
    deposits: await all<DepositRow>(
      `SELECT id, asset_id, units, txid, index, sources, state, use, height, seen_at, mined_at, confirmed_at, extra_blocks,
              CASE WHEN height IS NULL THEN 0 ELSE (
                SELECT max(b.height) FROM followed_block b WHERE b.chain_id = deposit.chain_id) - height + 1 END AS confirmations
         FROM deposit WHERE order_id = $1 ORDER BY id`,
    ),
    payouts: await all<PayoutRow>(
      `SELECT id, reason AS purpose, coalesce(entry, deposit_id) AS part, asset_id, units, address, memo, state, payment_id, created_at, finished_at
         FROM payout WHERE order_id = $1 ORDER BY id`,
    ),
    payments: await all<PaymentRow>(
      `SELECT t.id, t.chain_id, t.txid, coalesce(encode(t.bytes, 'hex'), '') AS raw, t.sources, t.fee_units, t.state, t.is_failed,
              t.height, p.nonce, CASE WHEN ${isFirst('t')} THEN NULL ELSE p.id END AS replaces, t.signed_at, t.sent_at,
              t.refused_at, t.confirmed_at
         FROM payment p JOIN attempt t ON t.payment_id = p.id
        WHERE p.id IN (SELECT payment_id FROM payout WHERE order_id = $1) ORDER BY t.id`,
    ),
    history: await all<EventRow>(
      `SELECT at, from_status, to_status, reason FROM order_event
        WHERE order_id = $1 AND type = 'order.status' ORDER BY id`,
    ),
    ledger: await all<LedgerRow>(
      'SELECT id, posting, at, account, asset_id, units, why FROM ledger_entry WHERE order_id = $1 ORDER BY id',
    ),
    screening: await all<ScreeningRow>(
      `SELECT s.chain_id, s.address, s.is_hit, s.detail, s.at FROM (
              SELECT d.chain_id, unnest(d.sources) AS address FROM deposit d WHERE d.order_id = $1
              UNION SELECT a.chain_id, e.address FROM order_entry e JOIN asset a ON a.id = e.asset_id WHERE e.order_id = $1
              UNION SELECT a.chain_id, o.refund_address FROM orders o JOIN asset a ON a.id = o.asset_id WHERE o.id = $1
            ) AS concerned JOIN screening s ON s.chain_id = concerned.chain_id AND s.address = concerned.address
        ORDER BY s.chain_id, s.address`,
    ),
    notes: await all<NoteRow>(
      'SELECT at, operator, note AS text FROM order_note WHERE order_id = $1 ORDER BY id',
    ),
  };
}

/** Writes a note on an order, in the caller's transaction. */
export async function writeNote(
  client: Queryable,
  orderId: number,
  { at, operator, text }: NoteRow,
): Promise<void> {
  await client.query('INSERT INTO order_note (order_id, operator, at, note) VALUES ($1, $2, $3, $4)', [
    orderId,
    operator,
    at,
    text,
  ]);
}
