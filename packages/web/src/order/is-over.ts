import { ORDER_STATUS } from '@swapdesk/contract/plain';
import type { Order } from '../api/order.ts';

/** True if nothing happens to it any more by itself. */
export function isOver({ status, surplus }: Pick<Order, 'status' | 'surplus'>): boolean {
  const isDone = status === ORDER_STATUS.completed || status === ORDER_STATUS.refunded;
  return isDone && !surplus.some(({ state }) => state === 'open');
}
