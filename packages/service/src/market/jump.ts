import type { Book } from './book.ts';
import type { Judging } from './market-limits.ts';
import { isOff, midOf } from './mid.ts';

/** The lowest and the highest median of a short time, by our clock. */
export interface Stretch {
  readonly from: number;
  readonly until: number;
  readonly low: bigint;
  readonly high: bigint;
}

/** Where the median went so fast that it has to be confirmed, and when. */
export interface Jump {
  readonly level: bigint;
  /** No venue had said anything later by then. */
  readonly at: number;
}

/** Where the median of a coin has been of late. */
export interface Course {
  readonly recent: readonly Stretch[];
  readonly jump: Jump | null;
}

export const NO_COURSE: Course = { recent: [], jump: null };

/** However often it is judged, no more than so many stretches are kept, and one more. */
const STRETCHES = 50;

/**
 * The course once the median is this. It has jumped when it is too far from where it was at any moment of the window. The
 * jump is confirmed when enough venues, each with a time after the jump, say a mid near the level that it went to; the
 * course begins anew there. A median that leaves that level meanwhile, be it back to where it was, is a new jump.
 */
export function followMedian(
  { recent, jump }: Course,
  median: bigint,
  books: readonly Book[],
  { limits, now }: Judging,
): Course {
  const { jumpPpm, jumpTolerancePpm, jumpVenues, jumpWindowS } = limits;
  const windowMs = jumpWindowS * 1_000;
  const kept = recent.filter(({ until }) => now - until <= windowMs);
  const here = { level: median, at: Math.max(now, ...books.map(({ at }) => at)) };
  const extended = extend(kept, median, now, windowMs / STRETCHES);
  if (jump === null) {
    const hasJumped = kept.some(({ low, high }) => [low, high].some((past) => isOff(median, past, jumpPpm)));
    return { recent: extended, jump: hasJumped ? here : null };
  }
  if (isOff(median, jump.level, jumpTolerancePpm)) return { recent: extended, jump: here };
  const confirming = books.filter(
    (book) => book.at > jump.at && !isOff(midOf(book), jump.level, jumpTolerancePpm),
  );
  if (confirming.length < jumpVenues) return { recent: extended, jump };
  return { recent: extend([], median, now, 0), jump: null };
}

function extend(recent: readonly Stretch[], median: bigint, now: number, lengthMs: number): Stretch[] {
  const last = recent.at(-1);
  if (last === undefined || now - last.from >= lengthMs)
    return [...recent, { from: now, until: now, low: median, high: median }];
  const { from, until, low, high } = last;
  const longer = {
    from,
    until: Math.max(until, now),
    low: median < low ? median : low,
    high: median > high ? median : high,
  };
  return [...recent.slice(0, -1), longer];
}
