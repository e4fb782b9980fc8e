import { SETTLE_STATUS } from '@swapdesk/contract';
import type { Queryable } from '../store/database.ts';

/**
 * Credits the affiliates of completed orders: the service fee earned, in USDT, times the rate that was agreed when the
 * order was placed, rounded down to 8 decimals. The sums of the lists change with it.
 */
export async function payCommissions(
  client: Queryable,
  orderIds: readonly number[],
  at: number,
): Promise<void> {
  if (orderIds.length === 0) return;
  await client.query({
    name: 'pay-commissions',
    text: `
      WITH earned AS (
        SELECT e.order_id, sum(e.fee_units * e.price / power(10::numeric, a.decimals)) AS fee
          FROM order_entry e JOIN asset a ON a.id = e.asset_id
         WHERE e.order_id = ANY ($1::bigint[]) GROUP BY e.order_id
      ), credited AS (
        UPDATE referral_order r SET commission = trunc(fee * r.commission_ppm / 1000000, 8), updated_at = $2
          FROM earned WHERE earned.order_id = r.order_id AND r.settle_status = ${SETTLE_STATUS.incomplete}
        RETURNING r.account_id, r.account_position, r.code_id, r.code_position, r.settle_status, r.commission
      )
      ${countIn('credited')}`,
    values: [orderIds, at],
  });
}

/** Orders that were completed and are no longer have earned nothing after all; what is settled stays settled. */
export async function takeBackCommissions(
  client: Queryable,
  orderIds: readonly number[],
  at: number,
): Promise<void> {
  if (orderIds.length === 0) return;
  await client.query({
    name: 'take-back-commissions',
    text: `
      WITH before AS (
        SELECT order_id, commission FROM referral_order
         WHERE order_id = ANY ($1::bigint[]) AND settle_status = ${SETTLE_STATUS.incomplete} AND commission <> 0 FOR UPDATE
      ), taken AS (
        UPDATE referral_order r SET commission = 0, updated_at = $2 FROM before WHERE before.order_id = r.order_id
        RETURNING r.account_id, r.account_position, r.code_id, r.code_position, r.settle_status, -before.commission AS commission
      )
      ${countIn('taken')}`,
    values: [orderIds, at],
  });
}

/** SQL that changes the sums of an affiliate's list and of a code's by the commissions of a query. */
function countIn(query: string): string {
  return `
      INSERT INTO roll_delta (roll_id, facet, position, members, amount)
      SELECT account.referral_roll_id, settle_status, account_position, 0, commission
        FROM ${query} JOIN account ON account.id = account_id
      UNION ALL
      SELECT ref_code.roll_id, settle_status, code_position, 0, commission
        FROM ${query} JOIN ref_code ON ref_code.id = code_id`;
}
