import { ONE } from '../money/fixed.ts';
import type { Book } from './book.ts';
import { isYoung, judgeVenues, type LeftOut, type MarketCoin } from './judge-venues.ts';
import { type Course, followMedian, NO_COURSE } from './jump.ts';
import { type Ladder, ladderOf } from './ladder.ts';
import type { Judging } from './market-limits.ts';
import { isOff, medianOf, midOf } from './mid.ts';
import { type SeenBook, seeBooks } from './seen-book.ts';

/** Why a coin is not quoted. */
export type MarketStop = 'few' | 'peg' | 'thin' | 'spread' | 'jump';

/** What the venues say of a coin, all told. */
export interface MarketVerdict {
  readonly abbr: string;
  /** Unix milliseconds, by our clock. */
  readonly at: number;
  /** What it is quoted from; null where it is not. */
  readonly ladder: Ladder | null;
  /** The median of what the venues hold it at; null where too few agree. */
  readonly mid: bigint | null;
  readonly float: 'ok' | MarketStop;
  readonly fixed: 'ok' | MarketStop;
  readonly leftOut: readonly LeftOut[];
  /** What the next one is judged by. */
  readonly seen: readonly SeenBook[];
  readonly course: Course;
}

/**
 * Judges a coin by the newest book of each venue. Where enough venues are young the ladder is made of those alone, else of all
 * that count, and is no better than what the young ones among them have. What stops float stops fixed.
 */
export function judgeMarket(
  coin: MarketCoin,
  books: readonly Book[],
  before: MarketVerdict | null,
  judging: Judging,
): MarketVerdict {
  const { limits, now } = judging;
  const ofCoin = books.filter(({ abbr }) => abbr === coin.abbr);
  const seen = seeBooks(ofCoin, before?.seen ?? [], now);
  const { trusted, areMost, leftOut } = judgeVenues(coin, seen, judging);
  const course = before?.course ?? NO_COURSE;
  const told = { abbr: coin.abbr, at: now, leftOut, seen };
  if (!areMost || trusted.length < limits.floatVenues)
    return { ...told, ladder: null, mid: null, float: 'few', fixed: 'few', course };

  const mids = trusted.map(midOf);
  const mid = medianOf(mids);
  const next = followMedian(course, mid, trusted, judging);
  const young = trusted.filter((book) => isYoung(book, limits.fixedStaleS, now));
  const isForFixed = young.length >= limits.fixedVenues;
  const ladder = ladderOf(isForFixed ? young : trusted, {
    sizesUsdt: limits.sizesUsdt,
    minVenues: limits.floatVenues,
    near: { mid, ppm: limits.depthPpm },
    latest: young.length < limits.floatVenues ? young : [],
  });

  const float = coin.isStable && isOff(mid, ONE, limits.pegPpm) ? 'peg' : ladder === null ? 'thin' : 'ok';
  const stop = !isForFixed
    ? 'few'
    : areSpread(mids, limits.spreadPpm)
      ? 'spread'
      : next.jump !== null
        ? 'jump'
        : 'ok';
  return {
    ...told,
    ladder: float === 'ok' ? ladder : null,
    mid,
    float,
    fixed: float === 'ok' ? stop : float,
    course: next,
  };
}

/** Why a coin is not quoted in a mode; null: it is. */
export function stopOf(
  verdict: Pick<MarketVerdict, 'float' | 'fixed'>,
  mode: 'float' | 'fixed',
): MarketStop | null {
  return verdict[mode] === 'ok' ? null : verdict[mode];
}

/** Whether the highest is further above the lowest than so many millionths of that. */
function areSpread(mids: readonly bigint[], ppm: number): boolean {
  const lowest = mids.reduce((a, b) => (a < b ? a : b));
  return mids.some((mid) => isOff(mid, lowest, ppm));
}
