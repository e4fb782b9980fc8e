import { ORDER_STATUS, type OrderStatus, type QueriedOrder } from '@swapdesk/contract';
import { DEPOSIT, depositIsNot, USE } from '../deposits/life.ts';
import { PAYOUT } from '../payouts/life.ts';
import type { Arrival, Order } from './order.ts';

type Surplus = QueriedOrder['surplus'][number];
export type SurplusReason = Surplus['reason'];
export type SurplusState = Surplus['state'];

const { exchanging, completed, refunded } = ORDER_STATUS;
const SERVED: readonly OrderStatus[] = [exchanging, completed, refunded];

/**
 * A deposit `d` that its order `o` cannot use and about which nothing is decided: of another asset, dust, or after the
 * order has been served. SQL.
 */
export const IS_SURPLUS = `
  (d.use IS NULL AND ${depositIsNot('d', DEPOSIT.gone)} AND (d.asset_id <> o.asset_id OR d.units < o.dust_units
     OR o.status IN (${SERVED.join(', ')})))`;

/** Why a surplus deposit `d` does not count for its order `o`. SQL. */
export const SURPLUS_REASON = `
  CASE WHEN d.asset_id <> o.asset_id THEN 'WRONG_COIN'
       WHEN d.units < o.dust_units THEN 'TOO_SMALL'
       WHEN o.mode = 'fixed' AND d.seen_at > o.expires_at THEN 'LATE'
       ELSE 'SECOND' END`;

/** Why a transfer does not count for its order; null if it does, or may. The same rule, and what was given back by it. */
export function surplusReason(order: Order, arrival: Arrival): SurplusReason | null {
  if (arrival.use === USE.exchange) return null;
  if (arrival.assetId !== order.assetId) return 'WRONG_COIN';
  if (arrival.units < order.dustUnits) return 'TOO_SMALL';
  // What a refunded order itself was paid is its refund, and no surplus.
  const isServed = arrival.use === null ? SERVED.includes(order.status) : isServedWithout(order);
  if (!isServed) return null;
  return order.mode === 'fixed' && arrival.seenAt > order.expiresAt ? 'LATE' : 'SECOND';
}

function isServedWithout({ status }: Order): boolean {
  return status === exchanging || status === completed;
}

/** What has become of it so far. */
export function surplusState(order: Order, arrival: Arrival): SurplusState {
  if (arrival.use === USE.refund) {
    if (!arrival.isPaidBack) return 'kept';
    const refund = order.departures.find(({ depositId }) => depositId === arrival.id);
    return refund?.state === PAYOUT.confirmed ? 'returned' : 'returning';
  }
  if (arrival.isHeld) return 'held';
  if (order.refundAddress !== null) return 'returning';
  return arrival.confirmedAt === 0 ? 'arriving' : 'open';
}
