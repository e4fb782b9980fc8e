const FIRST_MS = 5_000;
const FACTOR = 3;
const LONGEST_MS = 3 * 3_600_000;
/** The most that somebody who asks for time is given. */
const LONGEST_ASKED_MS = 6 * 3_600_000;
/** For how long an event is tried. */
export const GIVE_UP_MS = 3 * 86_400_000;
/** Half of how much longer or shorter a pause is by chance, as a part of it. */
const JITTER = 0.25;

/** An event that was not taken. */
export interface Failed {
  /** How often it was tried. */
  readonly tries: number;
  readonly firstAtMs: number;
  readonly nowMs: number;
  readonly retryAfterMs: number | null;
  /** From 0 to 1. */
  readonly chance: number;
}

/** When it is tried again: after 5 s, then three times as long each time, up to 3 h. At last when three days are over; null: it was. */
export function nextTryAt({ tries, firstAtMs, nowMs, retryAfterMs, chance }: Failed): number | null {
  const endsAt = firstAtMs + GIVE_UP_MS;
  if (nowMs >= endsAt) return null;
  const pause = Math.min(FIRST_MS * FACTOR ** (tries - 1), LONGEST_MS);
  const spread = pause * (1 - JITTER + 2 * JITTER * chance);
  const asked = Math.min(retryAfterMs ?? 0, LONGEST_ASKED_MS);
  return Math.min(Math.round(nowMs + Math.max(spread, asked)), endsAt);
}

/** Retry-After: seconds, or a date. Null where it says nothing that makes sense. */
export function readRetryAfter(text: string | undefined, nowMs: number): number | null {
  if (text === undefined) return null;
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - nowMs);
}
