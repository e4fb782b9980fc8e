import { CHILD_STATUS, ORDER_STATUS } from '@swapdesk/contract';
import type { Asset, Catalogue } from '../catalog/catalogue.ts';
import { USE } from '../deposits/life.ts';
import type { Arrival, Order } from './order.ts';
import { surplusReason, surplusState } from './surplus.ts';

const { waiting, sent, exchanging, frozen, expired } = ORDER_STATUS;

/** Assets in which something of an order is still to be sent, or would be, while nothing is paid out in them. */
export function delayedAssets(order: Order, catalogue: Catalogue): Asset[] {
  const awaited = new Set([...toReceivers(order), ...backToClient(order)]);
  return [...awaited].map((id) => catalogue.get(id)).filter(({ isPaused }) => isPaused === true);
}

/** The assets of receivers who have not been sent theirs. */
function toReceivers({ status, resolution, acceptedAt, assetId, entries }: Order): number[] {
  const isAwaited =
    [waiting, sent, exchanging, expired].some((each) => each === status) ||
    (status === frozen && resolution !== 'refund');
  if (!isAwaited) return [];
  return entries
    .filter((entry) => entry.status === CHILD_STATUS.toBePaid)
    .map((entry) => (acceptedAt > 0 && entry.units === 0n ? assetId : entry.assetId));
}

/** The assets of transfers that go back, or may, and have not been sent. */
function backToClient(order: Order): number[] {
  return order.arrivals.filter((arrival) => isToGoBack(order, arrival)).map(({ assetId }) => assetId);
}

function isToGoBack(order: Order, arrival: Arrival): boolean {
  const { status, resolution, departures } = order;
  if (departures.some(({ depositId }) => depositId === arrival.id)) return false;
  if (arrival.use !== null) return arrival.use === USE.refund && arrival.isPaidBack;
  if (surplusReason(order, arrival) !== null) return surplusState(order, arrival) === 'returning';
  return status === frozen && resolution !== 'exchange';
}
