import { MESSAGE, ORDER_STATUS } from '@swapdesk/contract';
import { parseFixed } from '../money/fixed.ts';
import { Refusal } from '../refusal.ts';
import type { Queryable } from '../store/database.ts';

/**
 * Refuses a caller who has too many orders waiting for a deposit. Orders that are being placed at this moment are
 * not counted yet: a caller can go over by what they place at once, not by more. Returns what their open fixed orders
 * are worth, in USDT counted in 10^-18.
 */
export async function refuseTooManyUnpaid(database: Queryable, caller: string, cap: number): Promise<bigint> {
  const { rows } = await database.query<{ unpaid: number; open_value: string }>({
    name: 'count-unpaid',
    text: `
      SELECT (SELECT count(*) FROM (SELECT 1 FROM orders WHERE caller = $1 AND status = ${ORDER_STATUS.waiting} LIMIT $2) AS waiting) AS unpaid,
             (SELECT coalesce(sum(value), 0) FROM reservation WHERE caller = $1) AS open_value`,
    values: [caller, cap],
  });
  if ((rows[0]?.unpaid ?? 0) >= cap) throw new Refusal(MESSAGE.tooManyUnpaidOrders);
  return parseFixed(rows[0]?.open_value ?? '0');
}
