import type { Queryable } from '../store/database.ts';
import type { FeedFault } from './feeds/feed.ts';

/** How a source was found when it was last read. */
export interface PriceReading {
  readonly source: string;
  /** Unix seconds, by our clock. */
  readonly at: number;
  readonly faults: readonly FeedFault[];
}

/** Notes what is wrong with a source, and says which of it was not wrong before. */
export async function noteReading(
  client: Queryable,
  source: string,
  at: number,
  faults: readonly FeedFault[],
): Promise<string[]> {
  const { rows } = await client.query<{ faults: FeedFault[] | null }>({
    name: 'note-price-reading',
    text: `
      WITH before AS (SELECT faults FROM price_reading WHERE source = $1)
      INSERT INTO price_reading (source, at, faults) VALUES ($1, $2, $3)
          ON CONFLICT (source) DO UPDATE SET at = excluded.at, faults = excluded.faults
   RETURNING (SELECT faults FROM before) AS faults`,
    values: [source, at, JSON.stringify(faults)],
  });
  const known = new Set((rows[0]?.faults ?? []).map(faultText));
  return faults.map(faultText).filter((text) => !known.has(text));
}

/** The newest reading; null before the first. A source that is not read any more says nothing. */
export async function lastReading(client: Queryable): Promise<PriceReading | null> {
  const { rows } = await client.query<PriceReading>(
    'SELECT source, at, faults FROM price_reading ORDER BY at DESC, source LIMIT 1',
  );
  return rows[0] ?? null;
}

export function faultText({ abbr, what }: FeedFault): string {
  return abbr === null ? what : `the price of ${abbr} ${what}`;
}
