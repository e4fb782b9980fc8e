import { isOff } from '../market/mid.ts';
import { ONE } from '../money/fixed.ts';
import { CLOCK_SKEW_S, type Price } from './rates.ts';

/** A price as its source says it. */
export interface SourcePrice {
  /** In USDT, counted in 10^-18. */
  readonly value: bigint;
  /** The source's own time, Unix seconds. */
  readonly at: number;
  readonly source: string;
}

/** A price that jumped and waits to be confirmed, as the source says it now. */
export interface PendingPrice extends SourcePrice {
  /** As it was said first: what the source goes on saying is measured against this. */
  readonly first: bigint;
  /** When we heard it first. */
  readonly since: number;
  /** The source's time when it last said another one than before. */
  readonly changedAt: number;
}

/** The last good price of a coin, and all that is needed to judge the next one. */
export interface WatchedPrice extends Price {
  /** The source's time when it last said another one than before. */
  readonly changedAt: number;
  /** Where small steps are measured from. */
  readonly anchor: { readonly value: bigint; readonly at: number };
  readonly pending: PendingPrice | null;
}

export interface PriceLimits {
  /** How far the dearer of two may be above the cheaper; 0: any distance. */
  readonly jumpPpm: number;
  /** Small steps within this time must not add up to a jump. */
  readonly windowS: number;
  /** A jump counts once its source has said it for so long; 0: never by itself. */
  readonly confirmS: number;
  readonly tolerancePpm: number;
  /** A price that stays the same for longer is frozen; 0: never. */
  readonly frozenS: number;
  readonly frozenStops: boolean;
  /** How far a stable coin may be from 1. */
  readonly pegPpm: number;
}

const MILLION = 1_000_000n;
const HIGHEST = 10n ** 12n * ONE;
const LOWEST = ONE / 10n ** 12n;

/** Why this can be nobody's price, or null. */
export function whyAbsurd({ value, at }: { value: bigint; at: number }, now: number): string | null {
  if (value <= 0n) return 'must be above 0';
  if (value > HIGHEST || value < LOWEST) return 'must be between 10^-12 and 10^12';
  if (at > now + CLOCK_SKEW_S) return `is from the future: its time is ${at} in Unix seconds`;
  return null;
}

/** Whether two prices are further apart than that. The same both ways, so a jump back is as far as the jump. */
export function areApart(a: bigint, b: bigint, ppm: number): boolean {
  const [low, high] = a < b ? [a, b] : [b, a];
  return (high - low) * MILLION > low * BigInt(ppm);
}

/** Whether a price has stood still for too long. What is held at a price, or is exactly 1, may. */
export function isFrozen(
  { value, at, changedAt }: Pick<WatchedPrice, 'value' | 'at' | 'changedAt'>,
  frozenS: number,
  isPegged: boolean,
): boolean {
  return !isPegged && value !== ONE && frozenS > 0 && at - changedAt > frozenS;
}

/** What one source says of a stable coin is held against its peg as the median of venues is: beyond it nothing is quoted. */
export function heldToPeg(price: WatchedPrice, pegPpm: number, isPegged: boolean): WatchedPrice {
  const stop = isPegged && isOff(price.value, ONE, pegPpm) ? 'peg' : null;
  return { ...price, floatStop: stop, fixedStop: stop };
}

/**
 * What is known of a coin's price once its source has said this. A jump does not become the price: it waits, and nothing
 * is quoted, until the source has said it for long enough, says something near the last good price again, or an operator
 * confirms it. What is older than what is known changes nothing.
 */
export function judgePrice(
  abbr: string,
  known: WatchedPrice | null,
  said: SourcePrice,
  judging: Judging,
): WatchedPrice {
  const judged = judgeStep(abbr, known, said, judging);
  return judged === known ? known : heldToPeg(judged, judging.limits.pegPpm, judging.isPegged);
}

interface Judging {
  readonly limits: PriceLimits;
  readonly now: number;
  readonly isPegged: boolean;
}

function judgeStep(
  abbr: string,
  known: WatchedPrice | null,
  said: SourcePrice,
  { limits, now, isPegged }: Judging,
): WatchedPrice {
  if (known === null) return accepted(abbr, said, { value: said.value, at: said.at }, said.at);
  if (isOlder(known, said, now)) return known;
  const isAnchored = Math.abs(said.at - known.anchor.at) < limits.windowS;
  const isFar = (from: bigint) => limits.jumpPpm > 0 && areApart(said.value, from, limits.jumpPpm);
  if (isFar(known.value) || (isAnchored && isFar(known.anchor.value))) {
    const pending = goOn(known.pending, said, limits, now);
    if (!isConfirmed(pending, limits, now)) return { ...known, pending, stop: 'jump' };
    return stopIfFrozen(confirmPending(known, pending), limits, isPegged);
  }
  const changedAt = said.value === known.value ? known.changedAt : said.at;
  const price = accepted(abbr, said, isAnchored ? known.anchor : said, changedAt);
  return stopIfFrozen(price, limits, isPegged);
}

function stopIfFrozen(
  price: WatchedPrice,
  { frozenStops, frozenS }: PriceLimits,
  isPegged: boolean,
): WatchedPrice {
  return { ...price, stop: frozenStops && isFrozen(price, frozenS, isPegged) ? 'frozen' : null };
}

/** The price that waited is the price from now on. */
export function confirmPending(
  { abbr }: WatchedPrice,
  { value, at, source, changedAt }: PendingPrice,
): WatchedPrice {
  return accepted(abbr, { value, at, source }, { value, at }, changedAt);
}

function accepted(
  abbr: string,
  { value, at, source }: SourcePrice,
  anchor: { value: bigint; at: number },
  changedAt: number,
): WatchedPrice {
  return {
    abbr,
    value,
    at,
    source,
    changedAt,
    anchor: { value: anchor.value, at: anchor.at },
    pending: null,
    stop: null,
  };
}

/** A time ahead of now was a wrong clock's, and keeps nothing out. */
function isOlder({ at, pending }: WatchedPrice, said: SourcePrice, now: number): boolean {
  return [at, pending?.at ?? at].some((known) => said.at < known && known <= now + CLOCK_SKEW_S);
}

/** The same jump as before, or another one, which waits from the beginning. */
function goOn(
  before: PendingPrice | null,
  said: SourcePrice,
  { tolerancePpm }: PriceLimits,
  now: number,
): PendingPrice {
  const { value, at, source } = said;
  const isSame =
    before !== null && before.since <= now + CLOCK_SKEW_S && !areApart(value, before.first, tolerancePpm);
  return {
    value,
    at,
    source,
    first: isSame ? before.first : value,
    since: isSame ? before.since : now,
    changedAt: isSame && value === before.value ? before.changedAt : at,
  };
}

/** By the source's time: a file that nobody writes any more confirms nothing. */
function isConfirmed({ at, since }: PendingPrice, { confirmS }: PriceLimits, now: number): boolean {
  return confirmS > 0 && Math.min(at, now) - since >= confirmS;
}
