import { ORDER_STATUS } from '@swapdesk/contract';
import { PAYOUT, payoutIs } from '../payouts/life.ts';
import { isOfEntry } from '../payouts/reasons.ts';
import type { Queryable } from '../store/database.ts';

/** An order that was held because of the payout that was decided about goes on; not while another waits for a decision. */
export async function goOn(client: Queryable, orderId: number): Promise<void> {
  await client.query(
    `UPDATE orders o SET resolution = 'exchange'
      WHERE o.id = $1 AND o.status = ${ORDER_STATUS.frozen} AND NOT EXISTS (
            SELECT 1 FROM payout p WHERE p.order_id = o.id AND ${isOfEntry('p')} AND ${payoutIs('p', PAYOUT.failed)})`,
    [orderId],
  );
}
