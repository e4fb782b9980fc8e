import { MESSAGE } from '@swapdesk/contract';
import { Refusal } from '../refusal.ts';
import type { Queryable } from '../store/database.ts';

/**
 * Refuses a caller who has too many orders waiting for a deposit. Orders that are being placed at this moment are
 * not counted yet: a caller can go over by what they place at once, not by more.
 */
export async function refuseTooManyUnpaid(database: Queryable, caller: string, cap: number): Promise<void> {
  const { rows } = await database.query<{ unpaid: number }>({
    name: 'count-unpaid',
    text: `SELECT count(*) AS unpaid FROM (SELECT 1 FROM orders WHERE caller = $1 AND status = 1 LIMIT $2) AS waiting`,
    values: [caller, cap],
  });
  if ((rows[0]?.unpaid ?? 0) >= cap) throw new Refusal(MESSAGE.tooManyUnpaidOrders);
}
