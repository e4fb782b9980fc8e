import { Decimal } from '@swapdesk/contract';
import { FIXED_DECIMALS } from '../../money/fixed.ts';
import type { Level } from '../book.ts';
import { MOST_LEVELS, type VenueTimes } from './venue-times.ts';

/** A price and an amount as they were read. */
export type ReadLevel = readonly [price: unknown, amount: unknown, ...unknown[]];

/** What was read of a coin, before anything is believed of it. */
export interface VenueReading {
  readonly bids: readonly ReadLevel[];
  readonly asks: readonly ReadLevel[];
  /** The venue's own time, Unix milliseconds; null if it says none. */
  readonly at: number | null;
}

/** A reading that can be believed. */
export interface BelievedReading {
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
  readonly at: number;
}

/** Why a reading is not believed. */
export interface ReadingFault {
  readonly what: 'wrong' | 'silent';
  readonly words: string;
}

/** No coin costs, and no level holds, more: 10^15 in units of 10^-18. */
const MOST = 10n ** 33n;

/** Believes a reading, or says why not. Pure. */
export function judgeReading(
  reading: VenueReading,
  now: number,
  times: Pick<VenueTimes, 'aheadMs' | 'oldMs'>,
): BelievedReading | ReadingFault {
  const { at } = reading;
  if (at === null || !Number.isSafeInteger(at) || at <= 0) return wrong('its book has no time of its own');
  if (at - now > times.aheadMs)
    return wrong(`its time is ${seconds(at - now)} ahead of this machine's: check the clock of this machine`);
  if (now - at > times.oldMs) {
    const words = `its newest book is ${seconds(now - at)} old by its own time; if that is so at every venue, check the clock of this machine`;
    return { what: 'silent', words };
  }
  const bids = readSide(reading.bids);
  const asks = readSide(reading.asks);
  if (bids === null || asks === null) return wrong('its book holds something other than prices and amounts');
  const [bid] = bids;
  const [ask] = asks;
  if (bid === undefined || ask === undefined) return wrong('its book is empty');
  if (!isOrdered(bids, (a, b) => a > b) || !isOrdered(asks, (a, b) => a < b))
    return wrong('the levels of its book are not in order');
  if (bid.price >= ask.price) return wrong('its book is crossed: somebody bids more than another asks');
  return { bids, asks, at };
}

export function isFault(judged: BelievedReading | ReadingFault): judged is ReadingFault {
  return 'what' in judged;
}

/**
 * A number's decimal text as an integer of 10^-18; digits beyond are dropped, null if it is none or not positive. A binary
 * float is read by the shortest text that means it, which is what the venue wrote if that has 15 digits or fewer: no
 * arithmetic is done on it. Of longer amounts the digits from the 16th on may differ.
 */
export function readFixed(said: unknown): bigint | null {
  if (typeof said !== 'string' && typeof said !== 'number') return null;
  const value = Decimal.parse(String(said))?.truncate(FIXED_DECIMALS) ?? null;
  return value !== null && value > 0n && value < MOST ? value : null;
}

function readSide(levels: readonly ReadLevel[]): Level[] | null {
  const side: Level[] = [];
  for (const level of levels.slice(0, MOST_LEVELS)) {
    const price = readFixed(level[0]);
    const amount = readFixed(level[1]);
    if (price === null || amount === null) return null;
    side.push({ price, amount });
  }
  return side;
}

function isOrdered(levels: readonly Level[], isBefore: (a: bigint, b: bigint) => boolean): boolean {
  return levels.every((level, n) => n === 0 || isBefore(levels[n - 1]!.price, level.price));
}

function wrong(words: string): ReadingFault {
  return { what: 'wrong', words };
}

function seconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`;
}
