import type { Book, Level } from './book.ts';

/** A venue's newest book, and since when, by its own time, it has said the very same. */
export interface SeenBook {
  readonly book: Book;
  readonly sameSince: number;
}

/** The newest book of each venue, with what is known of the one before. */
export function seeBooks(books: readonly Book[], before: readonly SeenBook[], now: number): SeenBook[] {
  return newestOf(books).map((book) => {
    const known = before.find((seen) => seen.book.venue === book.venue);
    // A time ahead of ours, or none, would let it stand still for longer.
    const at = book.at < now ? book.at : now;
    const isSame = known !== undefined && saysTheSame(known.book, book);
    return { book, sameSince: isSame ? Math.min(known.sameSince, at) : at };
  });
}

/** A venue has one word, however often it is listed. */
function newestOf(books: readonly Book[]): Book[] {
  const byVenue = new Map<string, Book>();
  for (const book of books) {
    const known = byVenue.get(book.venue);
    if (known === undefined || book.at > known.at) byVenue.set(book.venue, book);
  }
  return [...byVenue.values()];
}

function saysTheSame(one: Book, other: Book): boolean {
  return areSame(one.bids, other.bids) && areSame(one.asks, other.asks);
}

function areSame(some: readonly Level[], others: readonly Level[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ price, amount }, n) => price === others[n]?.price && amount === others[n]?.amount)
  );
}
