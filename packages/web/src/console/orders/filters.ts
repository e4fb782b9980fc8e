import type { Query } from '../api/desk.ts';

/** What the list of orders can be narrowed by. They stand in the address, so that a view can be kept and sent on. */
export const FILTERS = ['status', 'chain', 'abbr', 'side', 'account', 'from', 'until'] as const;
export type Filters = Readonly<Partial<Record<(typeof FILTERS)[number], string>>>;

export function readFilters(search: URLSearchParams): Filters {
  return Object.fromEntries(
    FILTERS.map((name) => [name, search.get(name) ?? '']).filter(([, value]) => value !== ''),
  );
}

/** The search part of the page's address. */
export function writeFilters(filters: Filters): string {
  const set = Object.entries(filters).filter(([, value]) => value !== '');
  return set.length === 0 ? '' : `?${new URLSearchParams(set)}`;
}

/** The filters as the service takes them: days begin where the reader lives, and the last one is included. */
export function asQuery({ from, until, ...rest }: Filters): Query {
  return {
    ...rest,
    ...(isDay(from) && { created_start: String(startOf(from, 0)) }),
    ...(isDay(until) && { created_end: String(startOf(until, 1)) }),
  };
}

function isDay(text: string | undefined): text is string {
  return /^\d{4}-\d{2}-\d{2}$/.test(text ?? '');
}

function startOf(day: string, later: number): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later).getTime() / 1000;
}
