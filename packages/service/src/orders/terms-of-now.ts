import { transferCostUnits } from '../pricing/network-fee.ts';
import { type Moment, pricedNow, priceOfNow } from '../pricing/prices-of-now.ts';
import type { EntryTerms } from '../pricing/quote.ts';
import type { Order, OrderEntry } from './order.ts';

/** What an order would be exchanged by. */
export interface TermsOfNow {
  readonly price: bigint;
  readonly entries: readonly (OrderEntry & EntryTerms)[];
}

/** Prices and network fees of now; the service fee stays what was agreed. Null without fresh prices. */
export function termsOfNow(order: Pick<Order, 'assetId' | 'entries'>, moment: Moment): TermsOfNow | null {
  const { catalogue } = moment;
  const price = priceOfNow(moment, catalogue.get(order.assetId));
  if (price === null) return null;
  const entries: (OrderEntry & EntryTerms)[] = [];
  for (const entry of order.entries) {
    const asset = catalogue.get(entry.assetId);
    const priced = pricedNow(moment, asset);
    if (priced === null) return null;
    entries.push({
      ...entry,
      decimals: asset.decimals,
      group: asset.id,
      price: priced.price,
      networkFeeUnits: transferCostUnits(asset, priced.price, priced.fuel),
    });
  }
  return { price, entries };
}
