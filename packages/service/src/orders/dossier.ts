import type { Use } from '../deposits/life.ts';
import type { PayoutState } from '../payouts/life.ts';
import type { OrderReason } from '../payouts/reasons.ts';
import type { Queryable } from '../store/database.ts';

/** All that is stored of one order, for whoever has to find out what happened to it. */
export interface Dossier {
  readonly id: number;
  readonly no: string;
  readonly query_code: string;
  readonly mode: string;
  readonly status: number;
  readonly asset_id: number;
  readonly units: string;
  readonly received_units: string;
  readonly address: string;
  readonly refund_address: string | null;
  readonly on_mismatch: string;
  readonly freeze_reason: string | null;
  readonly resolution: string | null;
  readonly created_at: number;
  readonly expires_at: number;
  readonly history: readonly {
    readonly at: number;
    readonly from_status: number;
    readonly to_status: number;
    readonly reason: string;
  }[];
  readonly deposits: readonly {
    readonly id: number;
    readonly asset_id: number;
    readonly units: string;
    readonly state: string;
    readonly use: Use | null;
    readonly height: number | null;
    readonly seen_at: number;
    readonly txid: string;
    readonly sources: readonly string[];
  }[];
  readonly payouts: readonly {
    readonly id: number;
    readonly reason: OrderReason;
    readonly asset_id: number;
    readonly units: string;
    readonly state: PayoutState;
    readonly payment: string | null;
    readonly address: string;
    readonly txid: string | null;
  }[];
  readonly ledger: readonly {
    readonly at: number;
    readonly asset_id: number;
    readonly units: string;
    readonly why: string;
  }[];
}

/** Finds an order by its number or its query code; null if there is none. */
export async function findDossier(client: Queryable, no: string, queryCode: string): Promise<Dossier | null> {
  const { rows } = await client.query<Omit<Dossier, 'history' | 'deposits' | 'payouts' | 'ledger'>>(
    `SELECT id, no, query_code, mode, status, asset_id, units, received_units, address, refund_address, on_mismatch,
            freeze_reason, resolution, created_at, expires_at
       FROM orders WHERE no = $1 OR query_code = $2 LIMIT 1`,
    [no, queryCode],
  );
  const order = rows[0];
  if (order === undefined) return null;
  const all = async <Row extends object>(text: string) =>
    (await client.query(text, [order.id])).rows as unknown as readonly Row[];
  return {
    ...order,
    history: await all(
      `SELECT at, from_status, to_status, reason FROM order_event
        WHERE order_id = $1 AND type = 'order.status' ORDER BY id`,
    ),
    deposits: await all(
      `SELECT id, asset_id, units, state, use, height, seen_at, txid, sources
         FROM deposit WHERE order_id = $1 ORDER BY id`,
    ),
    payouts: await all(
      `SELECT p.id, p.reason, p.asset_id, p.units, p.state, sent.state AS payment, p.address, sent.txid
         FROM payout p LEFT JOIN LATERAL (
              SELECT t.txid, t.state FROM attempt t
               WHERE t.payment_id = p.payment_id AND NOT t.is_cancel
               ORDER BY t.height IS NULL, t.id DESC LIMIT 1) AS sent ON true
        WHERE p.order_id = $1 ORDER BY p.id`,
    ),
    ledger: await all('SELECT at, asset_id, units, why FROM ledger_entry WHERE order_id = $1 ORDER BY id'),
  };
}
