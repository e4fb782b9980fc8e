import { DAY_S } from './reckon.ts';
import type { DaySpan } from './sums.ts';

/** From the first day to the last one, that too, as people write them, UTC; null if that is no span. */
export function daySpan(from: string | undefined, to: string | undefined): DaySpan | null {
  const [first, last] = [from, to].map((day) => (day === undefined ? null : readDay(day)));
  if (first === undefined || last === undefined) return null;
  const span = { from: first, until: last === null ? null : last + DAY_S };
  return span.from !== null && span.until !== null && span.from >= span.until ? null : span;
}

/** When the day begins; undefined if there is no such day. */
function readDay(text: string): number | undefined {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text) return undefined;
  return at / 1_000;
}
