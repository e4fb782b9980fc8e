import type { Book } from './book.ts';
import { type BookFault, whyNotABook } from './book-fault.ts';
import type { Judging } from './market-limits.ts';
import { isOff, medianOf, midOf } from './mid.ts';
import type { SeenBook } from './seen-book.ts';

/** Why a venue does not count now. */
export type LeftOutWhy = BookFault | 'ahead' | 'old' | 'frozen' | 'off';

export interface LeftOut {
  readonly venue: string;
  readonly why: LeftOutWhy;
}

export interface MarketCoin {
  readonly abbr: string;
  /** It is meant to be worth 1. */
  readonly isStable: boolean;
  /** It is traded so little that venues differ more. */
  readonly isSmall: boolean;
}

export interface JudgedVenues {
  /** Those that count. */
  readonly trusted: readonly Book[];
  /** Whether those that count are at least half of those that were asked, and nobody younger speaks against them. */
  readonly areMost: boolean;
  readonly leftOut: readonly LeftOut[];
}

/**
 * Which venues count for a coin now: those with a sound book of now, near the median of all such. Where enough are young for
 * a float price these alone are asked, so that none is outvoted by what others said before it. Where fewer are young, none of
 * those may be far from what the older say.
 */
export function judgeVenues(coin: MarketCoin, seen: readonly SeenBook[], judging: Judging): JudgedVenues {
  const { limits, now } = judging;
  const whys = seen.map((each) => whyNotNow(coin, each, judging));
  const heard = seen.filter((_, n) => whys[n] === null).map(({ book }) => book);
  const silent = seen.flatMap(({ book: { venue } }, n) => leftOut(venue, whys[n] ?? null));
  if (heard.length === 0) return { trusted: [], areMost: false, leftOut: silent };

  const young = heard.filter((book) => isYoung(book, limits.fixedStaleS, now));
  const asked = young.length >= limits.floatVenues ? young : heard;
  const median = medianOf(asked.map(midOf));
  const offPpm = coin.isSmall ? limits.smallOffPpm : limits.offPpm;
  const isNear = (book: Book) => !isOff(midOf(book), median, offPpm);
  const trusted = asked.filter(isNear);
  const strays = heard.filter((book) => !isNear(book)).flatMap(({ venue }) => leftOut(venue, 'off'));
  return {
    trusted,
    areMost: 2 * trusted.length >= asked.length && (asked === young || young.every(isNear)),
    leftOut: [...silent, ...strays],
  };
}

/** Whether a book is young enough by the venue's own time. */
export function isYoung({ at }: Book, maxAgeS: number, now: number): boolean {
  return now - at <= maxAgeS * 1_000;
}

function whyNotNow(
  { isStable }: MarketCoin,
  { book, sameSince }: SeenBook,
  { limits, now }: Judging,
): LeftOutWhy | null {
  const fault = whyNotABook(book);
  if (fault !== null) return fault;
  if (book.at - now > limits.aheadS * 1_000) return 'ahead';
  if (!isYoung(book, limits.floatStaleS, now)) return 'old';
  return !isStable && book.at - sameSince > limits.frozenS * 1_000 ? 'frozen' : null;
}

function leftOut(venue: string, why: LeftOutWhy | null): LeftOut[] {
  return why === null ? [] : [{ venue, why }];
}
