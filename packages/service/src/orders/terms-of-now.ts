import { feeAt } from '../pricing/charge.ts';
import { transferCostUnits } from '../pricing/network-fee.ts';
import { type Moment, pricedNow, quotedNow } from '../pricing/prices-of-now.ts';
import type { EntryTerms } from '../pricing/quote.ts';
import { sizedPrices } from '../pricing/sized-prices.ts';
import { keptSkew, skewLimits, skewOf, stockOf } from '../pricing/skew.ts';
import type { Order, OrderEntry } from './order.ts';

/** What an order would be exchanged by. */
export interface TermsOfNow {
  readonly price: bigint;
  readonly entries: readonly (OrderEntry & EntryTerms)[];
}

/**
 * Prices for so many units and network fees of now; the service fee is the one that was agreed for so many units, the skew the
 * one of then, of a discount no more than now, and whoever had a fixed price has it no more. There may be no fresh prices, or none for so much.
 */
export function termsOfNow(
  order: Pick<Order, 'assetId' | 'entries'>,
  units: bigint,
  moment: Moment,
): TermsOfNow | 'no price' | 'too large' {
  const { catalogue, settings } = moment;
  const from = catalogue.get(order.assetId);
  const { abbr, decimals } = from;
  const source = quotedNow(moment, { abbr }, 'float');
  if (source === null) return 'no price';
  const entries = [];
  for (const entry of order.entries) {
    const asset = catalogue.get(entry.assetId);
    const priced = pricedNow(moment, asset);
    if (priced === null) return 'no price';
    entries.push({
      ...entry,
      decimals: asset.decimals,
      group: asset.id,
      coin: asset.abbr,
      price: priced.price,
      ladder: priced.ladder,
      feePpm: feeAt(entry, units),
      // Switched off since, it stays: a setting never changes what was agreed.
      skewPpm:
        settings.skew_strength_ppm === 0
          ? entry.skewPpm
          : keptSkew(entry.skewPpm, skewOf(stockOf(from), stockOf(asset), skewLimits(settings))),
      premiumPpm: 0,
      networkFeeUnits: transferCostUnits(asset, priced.price, priced.fuel),
    });
  }
  const sized = sizedPrices({ price: source.value, ladder: source.ladder ?? null, decimals }, units, entries);
  if (sized === null) return 'too large';
  return {
    price: sized.price,
    entries: entries.map((entry, n) => ({ ...entry, price: sized.entries[n] as bigint })),
  };
}
