import { type OwnEventType, SETTLE_STATUS } from '@swapdesk/contract';
import { formatFixed, parseFixed } from '../money/fixed.ts';
import type { Queryable } from '../store/database.ts';
import { IS_DUE } from './commission.ts';

/** A settlement takes the commissions that are due to an affiliate together. Each is of one settlement at most. */

/** More than this are paid by several settlements, the oldest first. */
export const MOST_ORDERS = 10_000;

/** SQL: which orders `w` these are, by what every copy of the store calls them. */
export const WHICH_ORDERS = `encode(sha256(convert_to(string_agg(w.no, ',' ORDER BY w.no COLLATE "C"), 'UTF8')), 'hex')`;

/** Commissions that are due. */
export interface DueCommissions {
  readonly orderIds: readonly number[];
  /** Their sum, in 10^-18 USDT. */
  readonly usdt: bigint;
  /** Says which orders these are: of others it is another. */
  readonly covers: string;
}

/** The commissions that have been due to an account for longest, locked until the transaction ends; null if none is. */
export async function lockDue(
  client: Queryable,
  accountId: number,
  most = MOST_ORDERS,
): Promise<DueCommissions | null> {
  const { rows } = await client.query<{ id: number; commission: string }>(
    `SELECT r.order_id AS id, r.commission::text FROM referral_order r JOIN orders w ON w.id = r.order_id
      WHERE r.account_id = $1 AND ${IS_DUE} ORDER BY r.updated_at, r.order_id LIMIT $2 FOR UPDATE OF r`,
    [accountId, Math.min(most, MOST_ORDERS)],
  );
  if (rows.length === 0) return null;
  const orderIds = rows.map(({ id }) => id);
  const which = await client.query<{ covers: string }>(
    `SELECT ${WHICH_ORDERS} AS covers FROM orders w WHERE w.id = ANY ($1::bigint[])`,
    [orderIds],
  );
  return {
    orderIds,
    usdt: rows.reduce((sum, { commission }) => sum + parseFixed(commission), 0n),
    covers: which.rows[0]?.covers as string,
  };
}

export interface NewSettlement {
  readonly accountId: number;
  readonly due: DueCommissions;
  readonly assetId: number;
  /** Of the asset in USDT, in 10^-18. */
  readonly price: bigint;
  readonly units: bigint;
  readonly address: string;
  readonly proposalId: number;
}

/** Settles commissions that are due and locked. Returns the settlement. */
export async function writeCover(
  client: Queryable,
  { accountId, due, assetId, price, units, address, proposalId }: NewSettlement,
  at: number,
): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO settlement (account_id, asset_id, usdt, price, units, address, proposal_id, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id`,
    [accountId, assetId, formatFixed(due.usdt), formatFixed(price), String(units), address, proposalId, at],
  );
  const id = rows[0]?.id as number;
  const { rowCount } = await client.query(
    'UPDATE referral_order SET settlement_id = $1 WHERE order_id = ANY ($2::bigint[]) AND settlement_id IS NULL',
    [id, due.orderIds],
  );
  if (rowCount !== due.orderIds.length) throw new Error('commissions have been settled meanwhile');
  return id;
}

/** Affiliates have what these settlements come to: their commissions are settled, and they are told. */
export async function settled(client: Queryable, ids: readonly number[], at: number): Promise<void> {
  const moved = await move(client, ids, { from: SETTLE_STATUS.incomplete, to: SETTLE_STATUS.completed }, at);
  await tell(client, moved, 'commission.settled', at);
}

/** What had paid these settlements is on its way once more: their commissions are not settled for now. */
export async function unsettled(client: Queryable, ids: readonly number[], at: number): Promise<void> {
  const moved = await move(client, ids, { from: SETTLE_STATUS.completed, to: SETTLE_STATUS.incomplete }, at);
  await tell(client, moved, 'commission.undone', at);
}

/** In the log of the affiliate, in the transaction in which it happens. */
async function tell(
  client: Queryable,
  ids: readonly number[],
  type: OwnEventType,
  at: number,
): Promise<void> {
  if (ids.length === 0) return;
  await client.query({
    name: 'tell-settlements',
    text: `
      INSERT INTO account_told (account_id, at, type, facts)
      SELECT s.account_id, $3, $2, jsonb_strip_nulls(jsonb_build_object(
             'asset_id', s.asset_id, 'units', s.units::text, 'address', s.address, 'usdt', trim_scale(s.usdt)::text, 'txid', (
             SELECT t.txid FROM attempt t WHERE t.payment_id = p.payment_id AND NOT t.is_cancel
              ORDER BY t.height IS NULL, t.id DESC LIMIT 1)))
        FROM settlement s JOIN payout p ON p.settlement_id = s.id WHERE s.id = ANY ($1::bigint[]) ORDER BY s.id`,
    values: [ids, type, at],
  });
}

/** The lists count by the settle status: they move with it. Returns the settlements of which something has moved. */
async function move(
  client: Queryable,
  ids: readonly number[],
  { from, to }: { readonly from: number; readonly to: number },
  at: number,
): Promise<number[]> {
  if (ids.length === 0) return [];
  const { rows } = await client.query<{ id: number }>({
    name: `settle-commissions-${from}-${to}`,
    text: `
      WITH covered AS (
        SELECT order_id FROM referral_order
         WHERE settlement_id = ANY ($1::bigint[]) AND settle_status = $2 ORDER BY order_id FOR UPDATE
      ), moved AS (
        UPDATE referral_order r SET settle_status = $3, updated_at = greatest(r.updated_at, $4)
          FROM covered WHERE covered.order_id = r.order_id
        RETURNING r.account_id, r.account_position, r.code_id, r.code_position, r.commission, r.settlement_id
      ), listed AS (
        SELECT account.referral_roll_id AS roll_id, account_position AS position, commission
          FROM moved JOIN account ON account.id = account_id
        UNION ALL
        SELECT ref_code.roll_id, code_position, commission FROM moved JOIN ref_code ON ref_code.id = code_id
      ), counted AS (
        INSERT INTO roll_delta (roll_id, facet, position, members, amount)
        SELECT roll_id, facet, position, sign, sign * commission
          FROM listed, (VALUES ($2::smallint, -1), ($3::smallint, 1)) AS side (facet, sign)
      )
      SELECT DISTINCT settlement_id AS id FROM moved`,
    values: [ids, from, to, at],
  });
  return rows.map(({ id }) => id);
}
