import type { LeftOutWhy } from '../market/judge-venues.ts';
import type { VenueCoinWord } from '../market/venues/venue.ts';
import type { Queryable } from '../store/database.ts';

/** How it stands with a coin at a venue. All times are Unix seconds. */
export interface VenueStanding {
  readonly venue: string;
  readonly abbr: string;
  readonly what: VenueCoinWord;
  readonly since: number;
  /** The last thing that went wrong, in words. */
  readonly error: string | null;
  /** The venue's own time of the book that counts; null if none does. */
  readonly at: number | null;
  /** Halfway between its best bid and ask, in USDT; null if no book counts. */
  readonly mid: string | null;
  /** Why its book does not count; null: it does, or there is none. */
  readonly leftOut: LeftOutWhy | null;
}

export interface VenueStandings {
  /** When whoever watches the venues last looked, Unix seconds. */
  readonly at: number;
  readonly standings: readonly VenueStanding[];
}

/** After so long nobody watches the venues any more: a lease has run out, and nobody has taken it. */
export const WATCHED_S = 20;

/** Notes how it stands with the venues, for whoever looks from another process. */
export async function noteStandings(
  client: Queryable,
  at: number,
  standings: readonly VenueStanding[],
): Promise<void> {
  await client.query({
    name: 'note-venue-standings',
    text: `
      INSERT INTO venue_standing (at, standings) VALUES ($1, $2)
          ON CONFLICT (is_one) DO UPDATE SET at = excluded.at, standings = excluded.standings`,
    values: [at, JSON.stringify(standings)],
  });
}

/** Null before the first venue was ever watched. */
export async function loadStandings(client: Queryable): Promise<VenueStandings | null> {
  const { rows } = await client.query<VenueStandings>('SELECT at, standings FROM venue_standing');
  return rows[0] ?? null;
}

/** Whether somebody watches venues: then nobody else prices a coin. */
export async function areVenuesWatched(client: Queryable, now: number): Promise<boolean> {
  const { rows } = await client.query<{ at: number }>('SELECT at FROM venue_standing');
  return rows.some(({ at }) => Math.abs(now - at) <= WATCHED_S);
}
