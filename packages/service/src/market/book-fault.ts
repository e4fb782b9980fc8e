import { ONE } from '../money/fixed.ts';
import type { Book, Level } from './book.ts';

/** Why something is no order book, whoever says it. */
export type BookFault = 'empty' | 'absurd' | 'unsorted' | 'crossed';

const TRILLION = 10n ** 12n;
const HIGHEST_PRICE = TRILLION * ONE;
const LOWEST_PRICE = ONE / TRILLION;
/** Coins of which a millionth of a cent buys one exist; more than this of any coin does not. */
const MOST_AMOUNT = TRILLION * TRILLION * ONE;

/** Why this is no order book, or null. Levels at one price may follow each other: converted prices are rounded. */
export function whyNotABook({ bids, asks, at }: Book): BookFault | null {
  const [bid, ask] = [bids[0], asks[0]];
  if (bid === undefined || ask === undefined) return 'empty';
  if (!Number.isSafeInteger(at) || at <= 0) return 'absurd';
  if (bids.some(isAbsurd) || asks.some(isAbsurd)) return 'absurd';
  const isSorted =
    bids.every(({ price }, n) => n === 0 || price <= (bids[n - 1] as Level).price) &&
    asks.every(({ price }, n) => n === 0 || price >= (asks[n - 1] as Level).price);
  if (!isSorted) return 'unsorted';
  return bid.price >= ask.price ? 'crossed' : null;
}

function isAbsurd({ price, amount }: Level): boolean {
  return price < LOWEST_PRICE || price > HIGHEST_PRICE || amount <= 0n || amount > MOST_AMOUNT;
}
