import { MESSAGE, ORDER_STATUS, type OrderStatus } from '@swapdesk/contract';
import { Refusal } from '../refusal.ts';
import type { Database } from '../store/database.ts';
import { transaction } from '../store/transaction.ts';
import { changeStatus } from './change-status.ts';
import type { Order } from './order.ts';
import { refuseWhileHeld } from './paid-before.ts';
import { endReservations } from './reservations.ts';

const { waiting, expired, abandoned } = ORDER_STATUS;

/**
 * Cancels an order that nobody has paid; returns its status. Cancelling one twice is no mistake. Told of one at a fixed price:
 * what was promised is so no more; absent: nobody counts that.
 */
export async function cancelOrder(
  database: Database,
  order: Order,
  at: number,
  takenBack?: (order: Order) => void,
): Promise<OrderStatus> {
  const { id, status } = order;
  if (status === abandoned) return status;
  if (status !== waiting && status !== expired) throw new Refusal(MESSAGE.cannotCancel);
  const done = await transaction(database, async (client) => {
    await refuseWhileHeld(client);
    const orderIds = [id];
    const cancelled = await changeStatus(client, {
      orderIds,
      from: status,
      to: abandoned,
      cause: 'cancelled',
      at,
    });
    await endReservations(client, cancelled);
    return cancelled;
  });
  // A deposit was seen at the very same moment.
  if (done.length === 0) throw new Refusal(MESSAGE.cannotCancel);
  if (order.mode === 'fixed') takenBack?.(order);
  return abandoned;
}
