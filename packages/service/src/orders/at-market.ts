import { ORDER_STATUS } from '@swapdesk/contract';
import type { Moment } from '../pricing/prices-of-now.ts';
import { quote } from '../pricing/quote.ts';
import type { Order } from './order.ts';
import { termsOfNow } from './terms-of-now.ts';

/**
 * A float order shows the market until it is accepted: prices and amounts as they would be now. Without fresh
 * prices, or any for so much, it shows those it was placed at. Every other order shows what was agreed.
 */
export function atMarket(order: Order, market: Moment): Order {
  const isOver = order.status === ORDER_STATUS.refunded || order.status === ORDER_STATUS.abandoned;
  if (order.mode !== 'float' || order.acceptedAt !== 0 || isOver) return order;
  const terms = termsOfNow(order, order.units, market);
  if (typeof terms === 'string') return order;

  const { price, entries } = terms;
  const { decimals } = market.catalogue.get(order.assetId);
  const amounts = quote({ decimals, price }, order.units, entries);
  return {
    ...order,
    price,
    entries: order.entries.map((entry, n) => ({
      ...entry,
      price: entries[n]?.price ?? entry.price,
      units: amounts[n]?.units ?? entry.units,
      networkFeeUnits: entries[n]?.networkFeeUnits ?? entry.networkFeeUnits,
    })),
  };
}
