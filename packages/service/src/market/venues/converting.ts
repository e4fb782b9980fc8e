import { ONE } from '../../money/fixed.ts';
import { ceilDivide } from '../../money/units.ts';
import type { Book } from '../book.ts';
import { TOLD_IN } from './known-venues.ts';
import { isGood, type VenueCoinState, type VenueEars } from './venue.ts';

/** A book in dollars as one in USDT, at the worse side of what USDT costs there; null if USDT has no price. As old as the older. */
export function inUsdt(book: Book, usdt: Book): Book | null {
  const [bid] = usdt.bids;
  const [ask] = usdt.asks;
  if (bid === undefined || ask === undefined) return null;
  return {
    ...book,
    bids: book.bids.map(({ price, amount }) => ({ price: (price * ONE) / ask.price, amount })),
    asks: book.asks.map(({ price, amount }) => ({ price: ceilDivide(price * ONE, bid.price), amount })),
    at: Math.min(book.at, usdt.at),
  };
}

/**
 * Hears books in dollars, and tells them in USDT. Where the venue has no good price of USDT, none of its coins has one, and
 * their states say so.
 */
export function converting(ears: VenueEars): VenueEars {
  const own = new Map<string, VenueCoinState>();
  const told = new Map<string, VenueCoinState>();
  let usdt: { state: VenueCoinState; book: Book | null } | null = null;

  /** A coin's own state, unless that is good and USDT's is not. */
  const both = (state: VenueCoinState): VenueCoinState => {
    if (usdt === null || !isGood(state) || (isGood(usdt.state) && usdt.book !== null)) return state;
    const { what, since, error, errorAt } = usdt.state;
    const words = `${TOLD_IN} has no price in USD there${error === null ? '' : `: ${error}`}`;
    return {
      what: isGood(usdt.state) ? 'opening' : what,
      since,
      error: words,
      errorAt: errorAt ?? since,
    };
  };
  const tell = (abbr: string, state: VenueCoinState) => {
    const now = both(state);
    const before = told.get(abbr);
    told.set(abbr, now);
    if (before?.what !== now.what || before.error !== now.error) ears.state(abbr, now);
  };
  const tellAll = () => {
    for (const [abbr, state] of own) tell(abbr, state);
  };

  return {
    state(abbr, state) {
      if (abbr === TOLD_IN) {
        const wasGood = usdt !== null && isGood(usdt.state);
        usdt = { state, book: isGood(state) ? (usdt?.book ?? null) : null };
        if (wasGood !== isGood(state)) tellAll();
        return;
      }
      own.set(abbr, state);
      tell(abbr, state);
    },
    book(book) {
      if (book.abbr === TOLD_IN) {
        const isFirst = usdt !== null && usdt.book === null;
        if (usdt !== null) usdt = { ...usdt, book };
        if (isFirst) tellAll();
        return;
      }
      if (usdt === null || usdt.book === null) return;
      const converted = inUsdt(book, usdt.book);
      if (converted !== null) ears.book(converted);
    },
  };
}
