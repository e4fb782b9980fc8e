import { Decimal, formatDecimal } from '@swapdesk/contract/plain';

const DAY_MS = 86_400_000;
/** A plot has no room for more. */
const MOST_DAYS = 400;

/** Every day from the first to the last, without gaps; the latest, where they are too many. */
export function everyDay(days: readonly string[]): string[] {
  const times = days.map((day) => Date.parse(`${day}T00:00:00Z`));
  if (times.length === 0) return [];
  const last = Math.max(...times);
  const first = Math.max(Math.min(...times), last - (MOST_DAYS - 1) * DAY_MS);
  const many = Math.round((last - first) / DAY_MS) + 1;
  return Array.from({ length: many }, (_, n) => dayOf(first + n * DAY_MS));
}

/** So many days, the last of which is that of a moment. */
export function latestDays(now: number, many: number): { readonly from: string; readonly to: string } {
  return { from: dayOf(now - (many - 1) * DAY_MS), to: dayOf(now) };
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

const DIGITS = 18;

/** Amounts added up one after the other, exactly. */
export function runningSums(amounts: readonly string[]): string[] {
  let sum = 0n;
  return amounts.map((amount) => {
    sum += Decimal.parse(amount)?.truncate(DIGITS) ?? 0n;
    return formatDecimal(sum, -DIGITS);
  });
}
