import { ORDER_STATUS, SETTLE_STATUS } from '@swapdesk/contract';
import type { Queryable } from '../store/database.ts';

const { incomplete } = SETTLE_STATUS;

/** SQL: what entries `e` in assets `a` come to in USDT, of so many units each. Products alone: a quotient could be rounded up. */
const worth = (units: string) => `sum((${units}) * e.price * ('1e-' || a.decimals)::numeric)`;
/** SQL: the service fee of entries, without what a partner has put on top. */
const FEE = worth('e.fee_units - e.markup_units');
const MARKUP = worth('e.markup_units');

/** SQL: what a referral order `r` earns of a fee and a markup: a share of the one, the other whole. */
const earnedOf = (fee: string, markup: string) =>
  `trunc(${fee} * r.commission_ppm * 0.000001 + ${markup}, 8)`;

/** SQL: what a referral order `r` earns if it is completed as it is now. */
export const EARNED = `
  coalesce((SELECT ${earnedOf(FEE, MARKUP)} FROM order_entry e JOIN asset a ON a.id = e.asset_id WHERE e.order_id = r.order_id), 0)`;

/** SQL: nothing was decided about the commission of a referral order `r`: it follows its order. */
const IS_OPEN = `r.settle_status = ${incomplete} AND r.settlement_id IS NULL`;

/** SQL: the commission of a referral order `r`, whose order is `w`, is due. */
export const IS_DUE = `${IS_OPEN} AND r.commission > 0 AND w.status = ${ORDER_STATUS.completed}`;

/**
 * Credits the affiliates of completed orders: the service fee earned, in USDT, times the rate that was agreed when the
 * order was placed, and what they have put on top, rounded down to 8 decimals. The sums of the lists change with it.
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
        SELECT e.order_id, ${FEE} AS fee, ${MARKUP} AS markup
          FROM order_entry e JOIN asset a ON a.id = e.asset_id
         WHERE e.order_id = ANY ($1::bigint[]) GROUP BY e.order_id
      ), credited AS (
        UPDATE referral_order r SET commission = ${earnedOf('fee', 'markup')}, updated_at = $2
          FROM earned WHERE earned.order_id = r.order_id AND ${IS_OPEN}
        RETURNING r.account_id, r.account_position, r.code_id, r.code_position, r.settle_status, r.commission
      )
      ${countIn('credited')}`,
    values: [orderIds, at],
  });
}

/** Orders that were completed and are no longer have earned nothing after all; what is settled, or being settled, stays so. */
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
        SELECT order_id, commission FROM referral_order r
         WHERE order_id = ANY ($1::bigint[]) AND ${IS_OPEN} AND commission <> 0 FOR UPDATE
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
