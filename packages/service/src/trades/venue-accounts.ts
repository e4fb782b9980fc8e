import type { Queryable } from '../store/database.ts';

/** How it stands with our account at a venue. Times are Unix seconds; 0: never, or not so. */
export interface VenueAccount {
  readonly venue: string;
  readonly agreedAt: number;
  readonly haltedAt: number;
  readonly haltReason: HaltedBy | null;
  readonly haltWhy: string;
  readonly awaySince: number;
  readonly awayWhy: string;
}

/** Venue and ledger differ; the venue did what was not ordered. */
export const HALTED_BY = { books: 'books', fills: 'fills' } as const;
export type HaltedBy = (typeof HALTED_BY)[keyof typeof HALTED_BY];

const COLUMNS = `
  venue, agreed_at AS "agreedAt", halted_at AS "haltedAt", halt_reason AS "haltReason", halt_why AS "haltWhy",
  away_since AS "awaySince", away_why AS "awayWhy"`;

export async function loadVenueAccounts(client: Queryable): Promise<VenueAccount[]> {
  const { rows } = await client.query<VenueAccount>({
    name: 'load-venue-accounts',
    text: `SELECT ${COLUMNS} FROM venue_account ORDER BY venue`,
  });
  return rows;
}

/** Venue and ledger say the same: what was halted for that goes on. */
export async function noteAgreed(client: Queryable, venue: string, at: number): Promise<void> {
  await client.query({
    name: 'note-venue-agreed',
    text: `
      INSERT INTO venue_account AS a (venue, agreed_at) VALUES ($1, $2)
          ON CONFLICT (venue) DO UPDATE SET agreed_at = $2, away_since = 0, away_why = '',
             halted_at = CASE WHEN a.halt_reason = 'books' THEN 0 ELSE a.halted_at END,
             halt_why = CASE WHEN a.halt_reason = 'books' THEN '' ELSE a.halt_why END,
             halt_reason = CASE WHEN a.halt_reason = 'books' THEN NULL ELSE a.halt_reason END`,
    values: [venue, at],
  });
}

/** Nothing is traded there any more. What an operator has to look at is not covered by a difference that may end by itself. */
export async function haltVenue(
  client: Queryable,
  venue: string,
  reason: HaltedBy,
  why: string,
  at: number,
): Promise<void> {
  await client.query({
    name: 'halt-venue',
    text: `
      INSERT INTO venue_account AS a (venue, halted_at, halt_reason, halt_why) VALUES ($1, $4, $2, $3)
          ON CONFLICT (venue) DO UPDATE SET halt_reason = $2, halt_why = $3, away_since = 0, away_why = '',
             halted_at = CASE WHEN a.halted_at > 0 THEN a.halted_at ELSE $4 END
       WHERE a.halt_reason IS NULL OR a.halt_reason = 'books'`,
    values: [venue, reason, why, at],
  });
}

/** Ends a halt; false if there was none. The next comparison begins a new one if it finds a difference. */
export async function endVenueHalt(client: Queryable, venue: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `UPDATE venue_account SET halted_at = 0, halt_reason = NULL, halt_why = '' WHERE venue = $1 AND halted_at > 0`,
    [venue],
  );
  return rowCount === 1;
}

/** It cannot be asked. */
export async function noteAway(client: Queryable, venue: string, why: string, at: number): Promise<void> {
  await client.query({
    name: 'note-venue-away',
    text: `
      INSERT INTO venue_account AS a (venue, away_since, away_why) VALUES ($1, $3, $2)
          ON CONFLICT (venue) DO UPDATE SET away_why = $2, away_since = CASE WHEN a.away_since > 0 THEN a.away_since ELSE $3 END
       WHERE a.away_since = 0 OR a.away_why <> $2`,
    values: [venue, why, at],
  });
}
