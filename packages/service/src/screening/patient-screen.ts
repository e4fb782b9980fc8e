import type { Screen, Subject } from './screen.ts';

const FIRST_PAUSE_S = 2;
const LONGEST_PAUSE_S = 60;
const TELL_AGAIN_S = 60;
/** So many without an answer, one after the other, are not the addresses' fault: then only so many are asked about at a time. */
const MANY = 5;
const DOWN_PAUSE_S = 5;

/** There is no answer yet, and nothing new to tell of that. */
export class AskedLater extends Error {}

/**
 * Asks again later and later about an address of which nobody tells anything, and about few while nobody answers at all: a
 * provider that is down is not met by the questions of all orders twice a second. What goes wrong is thrown once, then once a
 * minute in numbers; anything between is thrown as `AskedLater`. A node remembers this for itself.
 */
export function patientScreen(screen: Screen, clock: () => number, tellOver: (was: string) => void): Screen {
  const pauses = new Map<string, { readonly until: number; readonly lengthS: number }>();
  const silent = new Set<string>();
  let inARow = 0;
  let window = { until: 0, asked: 0 };
  let told: { readonly at: number; readonly why: string } | null = null;
  let questions = 0;

  const mayAsk = (key: string, now: number): boolean => {
    if ((pauses.get(key)?.until ?? 0) > now) return false;
    if (inARow < MANY) return true;
    if (window.until <= now) window = { until: now + DOWN_PAUSE_S, asked: 0 };
    window.asked++;
    return window.asked <= MANY;
  };
  /** Nobody asks about these any more. */
  const forget = (now: number): void => {
    for (const [old, { until, lengthS }] of pauses) if (now - until > lengthS) pauses.delete(old);
  };
  const noted = (key: string, error: unknown, now: number): Error => {
    forget(now);
    const before = pauses.get(key)?.lengthS;
    const lengthS = before === undefined ? FIRST_PAUSE_S : Math.min(2 * before, LONGEST_PAUSE_S);
    pauses.set(key, { until: now + lengthS, lengthS });
    silent.add(key);
    inARow++;
    questions++;
    const why = whyOf(error);
    if (told !== null && now - told.at < TELL_AGAIN_S) return new AskedLater(why);
    const text =
      told === null
        ? why
        : `${why}; ${questions} questions about ${silent.size} addresses without an answer since`;
    told = { at: now, why };
    questions = 0;
    silent.clear();
    return new Error(text);
  };
  const answered = (key: string, now: number): void => {
    // Nobody had answered: whoever waits need not wait any longer.
    if (inARow >= MANY) pauses.clear();
    pauses.delete(key);
    forget(now);
    inARow = 0;
    if (told === null || pauses.size > 0) return;
    tellOver(told.why);
    told = null;
    questions = 0;
    silent.clear();
  };
  return async (subject) => {
    const key = keyOf(subject);
    if (!mayAsk(key, clock())) throw new AskedLater('asked not long ago');
    try {
      const verdict = await screen(subject);
      answered(key, clock());
      return verdict;
    } catch (error) {
      throw noted(key, error, clock());
    }
  };
}

function keyOf({ chainId, address }: Subject): string {
  return `${chainId} ${address}`;
}

/** `fetch` says why only in what caused its error. */
function whyOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { message?: string; code?: string } };
  const deeper = cause?.code ?? cause?.message;
  return deeper === undefined ? String(message ?? error) : `${message}: ${deeper}`;
}
