import { ORDER_STATUS } from '@swapdesk/contract/plain';
import type { AssetName, Order } from '../api/order.ts';

/** True if nothing is paid out in a coin now, and something of the order waits for that. */
export function isDelayedIn({ delayed }: Pick<Order, 'delayed'>, { abbr, chain }: AssetName): boolean {
  return delayed.some((each) => each.abbr === abbr && each.chain === chain);
}

/** True if an order is exchanged, and one of its receivers waits because of that. */
export function isSendingDelayed(order: Order): boolean {
  return (
    order.status === ORDER_STATUS.exchanging &&
    order.entries.some(({ asset, sent }) => sent.length === 0 && isDelayedIn(order, asset))
  );
}
