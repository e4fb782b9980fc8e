import { ORDER_STATUS } from '@swapdesk/contract';
import { transferCostUnits } from '../pricing/network-fee.ts';
import { type EntryTerms, quote } from '../pricing/quote.ts';
import type { Market } from '../pricing/terms.ts';
import type { Order, OrderEntry } from './order.ts';

/**
 * A float order shows the market until it is accepted: prices and amounts as they would be now. Without fresh
 * prices it shows those it was placed at. Every other order shows what was agreed.
 */
export function atMarket(order: Order, market: Market): Order {
  const isOver = order.status === ORDER_STATUS.refunded || order.status === ORDER_STATUS.abandoned;
  if (order.mode !== 'float' || order.acceptedAt !== 0 || isOver) return order;
  const { catalogue, rates, settings, now } = market;
  const priceOf = (abbr: string) => rates.find(abbr, { now, maxAgeS: settings.price_max_age_s });

  const source = catalogue.get(order.assetId);
  const price = priceOf(source.abbr);
  if (price === null) return order;
  const entries: (OrderEntry & EntryTerms)[] = [];
  for (const entry of order.entries) {
    const asset = catalogue.get(entry.assetId);
    const native = catalogue.native(asset.chain);
    const entryPrice = priceOf(asset.abbr);
    const fuelPrice = priceOf(native.abbr);
    if (entryPrice === null || fuelPrice === null) return order;
    entries.push({
      ...entry,
      decimals: asset.decimals,
      group: asset.id,
      price: entryPrice,
      networkFeeUnits: transferCostUnits(asset, entryPrice, { asset: native, price: fuelPrice }),
    });
  }
  const amounts = quote({ decimals: source.decimals, price }, order.units, entries);
  return {
    ...order,
    price,
    entries: order.entries.map((entry, n) => ({
      ...entry,
      price: entries[n]?.price ?? entry.price,
      units: amounts[n]?.units ?? entry.units,
    })),
  };
}
