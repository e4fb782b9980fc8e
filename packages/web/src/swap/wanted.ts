import type { Wanted } from '../api/place.ts';
import { type Form, wishOf } from './form.ts';
import type { QuoteState, Wish } from './live-quote.ts';

/**
 * What to order; null as long as something is missing. A price is asked for a moment after the form has changed, and until then
 * the last one is another amount's: what is ordered is what the form says, or nothing.
 */
export function wantedOf(form: Form, state: QuoteState): Wanted | null {
  const { refundAddress, refCode, reference } = form;
  const addresses = addressesOf(form);
  if (state.stage !== 'quoted' || addresses.includes('') || !isAskedFor(form, state.last.wish)) return null;
  const { wish, source, quote } = state.last;
  const { mode, from, entries } = wish;
  const { calcId } = quote;
  return {
    mode,
    from,
    entries,
    quantity: source,
    calcId,
    addresses,
    refundAddress,
    refCode,
    reference,
  };
}

/** A click before the price is there is not lost: the price comes, and then all is there. */
export function isOnItsWay(form: Form, state: QuoteState): boolean {
  if (wishOf(form) === null || addressesOf(form).includes('')) return false;
  switch (state.stage) {
    case 'quoted':
    case 'expired':
      return !isAskedFor(form, state.last.wish);
    case 'refused':
      return false;
    default:
      return true;
  }
}

const addressesOf = ({ receivers }: Form) => receivers.map(({ address }) => address);

/** True if a price for this wish is one for what the form says now. */
function isAskedFor(form: Form, wish: Wish): boolean {
  const now = wishOf(form);
  return now !== null && nameOf(now) === nameOf(wish);
}

function nameOf({ mode, from, side, amount, entries }: Wish): string {
  const receives = entries.map(({ asset, share }) => [asset.key, share.toString()]);
  return JSON.stringify([mode, from.key, side, amount.toString(), receives]);
}
