import { FIGURES_BY, FIGURES_PER, FIGURES_SORT } from './choices.ts';

/** What the page shows, as it stands in its address. */
export interface Asked {
  readonly by: (typeof FIGURES_BY)[number];
  readonly per: (typeof FIGURES_PER)[number];
  readonly from: string;
  readonly to: string;
  readonly chain: string;
  readonly abbr: string;
  readonly account: string;
  readonly code: string;
  readonly sort: (typeof FIGURES_SORT)[number];
  readonly direction: 'asc' | 'desc';
}

const SHOWN_DAYS = 30;
const DAY_MS = 86_400_000;

/** The operator's own time zone, as their browser has it. */
export function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** What an address asks for; where it says nothing, the latest days by pair. */
export function askedIn(search: URLSearchParams, now: number, zone: string): Asked {
  const text = (name: string) => search.get(name) ?? '';
  return {
    by: FIGURES_BY.find((each) => each === search.get('by')) ?? 'pair',
    per: FIGURES_PER.find((each) => each === search.get('per')) ?? 'all',
    from: search.get('from') ?? dayIn(now - (SHOWN_DAYS - 1) * DAY_MS, zone),
    to: search.get('to') ?? dayIn(now, zone),
    chain: text('chain'),
    abbr: text('abbr'),
    account: text('account'),
    code: text('code'),
    sort: FIGURES_SORT.find((each) => each === search.get('sort')) ?? 'turnover',
    direction: search.get('direction') === 'asc' ? 'asc' : 'desc',
  };
}

/** What is said to the service: what is empty is left out. */
export function queryOf(asked: Asked, zone: string): Record<string, string> {
  const said = Object.entries(asked).filter(([, value]) => value !== '');
  return Object.assign(Object.fromEntries(said), { zone });
}

/** The date that a moment has in a zone. */
export function dayIn(at: number, zone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return parts.format(at);
}
