import { ORDER_STATUS } from '@swapdesk/contract';
import { takeBackCommissions } from '../../affiliates/commission.ts';
import { changeStatus } from '../../orders/change-status.ts';
import { failPayouts } from '../../payouts/change-payouts.ts';
import { ordersOf } from '../../payouts/reasons.ts';
import type { Queryable } from '../../store/database.ts';

const { exchanging, completed, refunded, frozen } = ORDER_STATUS;

/**
 * The orders of a payment that the network has refused for long, or that came to nothing in a block, wait for an
 * operator. Its payouts count as failed; if a block has it after all, they count as paid. Nothing is signed anew: whoever
 * looks must know that it is not paid. An order that was done before a reorganisation undid its payment is not done any
 * more. Returns the orders that were held by this.
 */
export async function holdPayment(
  client: Queryable,
  paymentId: number,
  reason: string,
  at: number,
): Promise<number[]> {
  const { paid: outputs, givenBack: refunds } = ordersOf(await failPayouts(client, paymentId));
  const freeze = { to: frozen, reason, at };
  const all = [...new Set([...outputs, ...refunds])];
  const held = await changeStatus(client, { ...freeze, orderIds: all, from: exchanging, cause: 'held' });
  const ended = { ...freeze, orderIds: outputs, from: completed, cause: 'output undone' as const };
  const unpaid = await changeStatus(client, ended);
  await takeBackCommissions(client, unpaid, at);
  const given = { ...freeze, orderIds: refunds, from: refunded, cause: 'refund undone' as const };
  const undone = await changeStatus(client, given);
  // One that was to be refunded still is: should a block have its refund after all, that is what it is waiting for.
  await client.query(
    `UPDATE orders SET freeze_reason = 'OPERATOR', resolution = CASE WHEN id = ANY ($2::bigint[]) THEN resolution END
      WHERE id = ANY ($1::bigint[])`,
    [[...held, ...unpaid, ...undone], undone],
  );
  return [...held, ...unpaid, ...undone];
}
