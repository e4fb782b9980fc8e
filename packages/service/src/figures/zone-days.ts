const QUARTER_S = 900;
/** No zone is further from UTC. */
const FURTHEST_S = 15 * 3_600;

export type Grain = 'all' | 'day' | 'week' | 'month';

/** A stretch of time, and how people call it: `2026-11-19`, `2026-11-16/2026-11-22`, `2026-11`; empty: all of what was asked. */
export interface Period {
  readonly name: string;
  /** Unix seconds, inclusive. */
  readonly from: number;
  /** Exclusive. */
  readonly until: number;
}

/** A time zone by its name, such as Europe/Berlin; null if there is none. */
export function zoneNamed(name: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-CA', {
      timeZone: name,
      calendar: 'iso8601',
      numberingSystem: 'latn',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
  } catch {
    return null;
  }
}

/** When a day begins in a zone: the first quarter of an hour that the zone calls by that date or a later one. */
export function dayBegins(date: string, zone: Intl.DateTimeFormat): number {
  const noonless = Date.parse(`${date}T00:00:00Z`) / 1_000;
  let [before, at] = [(noonless - FURTHEST_S) / QUARTER_S - 1, (noonless + FURTHEST_S) / QUARTER_S];
  while (at - before > 1) {
    const middle = Math.floor((before + at) / 2);
    if (dateAt(middle * QUARTER_S, zone) < date) before = middle;
    else at = middle;
  }
  return at * QUARTER_S;
}

/** The date that a moment has in a zone. */
export function dateAt(at: number, zone: Intl.DateTimeFormat): string {
  return zone.format(at * 1_000);
}

/** Days from one to another, both included, cut into periods of a grain; null if that is no span, or too many. Weeks begin on Monday. */
export function periodsOf(
  from: string,
  to: string,
  grain: Grain,
  zone: Intl.DateTimeFormat,
  most: number,
): readonly Period[] | null {
  if (!isDate(from) || !isDate(to) || from > to) return null;
  const periods: Period[] = [];
  let date = from;
  while (date <= to) {
    if (periods.length === most) return null;
    const after = nextOf(date, grain, to);
    const next = after > to ? dayAfter(to) : after;
    periods.push({
      name: nameOf(date, grain, dayBefore(next)),
      from: dayBegins(date, zone),
      until: dayBegins(next, zone),
    });
    date = next;
  }
  return periods;
}

function nameOf(first: string, grain: Grain, last: string): string {
  if (grain === 'all') return '';
  if (grain === 'month') return first.slice(0, 7);
  return grain === 'day' ? first : `${first}/${last}`;
}

/** The first day of the next period. */
function nextOf(date: string, grain: Grain, to: string): string {
  if (grain === 'all') return dayAfter(to);
  if (grain === 'day') return dayAfter(date);
  const day = new Date(`${date}T00:00:00Z`);
  if (grain === 'week') day.setUTCDate(day.getUTCDate() + 7 - ((day.getUTCDay() + 6) % 7));
  else day.setUTCMonth(day.getUTCMonth() + 1, 1);
  return day.toISOString().slice(0, 10);
}

function dayAfter(date: string): string {
  return moved(date, 1);
}

function dayBefore(date: string): string {
  return moved(date, -1);
}

function moved(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

function isDate(text: string): boolean {
  const at = /^(19[7-9]|20|21)\d{1,2}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === text;
}
