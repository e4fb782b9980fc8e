import type { CcxtBook } from './ccxt-library.ts';
import { MOST_LEVELS } from './venue-times.ts';

/**
 * The times of books whose venue says none with them: that of the answer, by the server's clock, in which the book was first
 * seen as it is. A server that is well and tells an old book again makes it no younger.
 */
export class AnswerTimes {
  private readonly seen = new Map<string, { book: string; at: number }>();

  timeOf(abbr: string, { bids, asks }: CcxtBook, date: number | null): number | null {
    if (date === null) return null;
    const book = JSON.stringify([bids.slice(0, MOST_LEVELS), asks.slice(0, MOST_LEVELS)]);
    const before = this.seen.get(abbr);
    if (before?.book === book) return before.at;
    this.seen.set(abbr, { book, at: date });
    return date;
  }
}
