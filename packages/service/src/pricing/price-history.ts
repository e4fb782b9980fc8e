import type { MidSample } from '../market/volatility.ts';
import { formatFixed, parseFixed } from '../money/fixed.ts';
import type { Queryable } from '../store/database.ts';

/** How the history is thinned, in seconds: from one sample to the next, and how long these and the first of each hour are kept. */
export const HISTORY = { sampleS: 60, minutesS: 6 * 3_600, hoursS: 30 * 86_400 } as const;

/** What each coin was held at since a time, Unix seconds; oldest first. */
export async function loadHistory(
  client: Queryable,
  since: number,
): Promise<ReadonlyMap<string, readonly MidSample[]>> {
  const { rows } = await client.query<{ abbr: string; at: number; mid: string }>({
    name: 'load-price-history',
    text: 'SELECT abbr, at, mid FROM price_history WHERE at >= $1 ORDER BY abbr, at',
    values: [since],
  });
  const samples = new Map<string, MidSample[]>();
  for (const { abbr, at, mid } of rows) {
    const known = samples.get(abbr) ?? [];
    known.push({ at: at * 1_000, mid: parseFixed(mid) });
    samples.set(abbr, known);
  }
  return samples;
}

/** Adds those of a table that are due, its rows being abbr, at and price. */
export const historyFrom = (table: string) => `
  INSERT INTO price_history (abbr, at, mid, is_hourly)
  SELECT abbr, at, price, NOT EXISTS (
           SELECT 1 FROM price_history h
            WHERE h.abbr = s.abbr AND h.at BETWEEN s.at - s.at % 3600 AND s.at AND h.is_hourly)
    FROM ${table} s
   WHERE NOT EXISTS (
           SELECT 1 FROM price_history h
            WHERE h.abbr = s.abbr AND h.at > s.at - ${HISTORY.sampleS} AND h.at <= s.at)
      ON CONFLICT DO NOTHING`;

/** Forgets what has been kept for long enough. */
export const thinHistory = (now: string) => `
  DELETE FROM price_history
   WHERE (NOT is_hourly AND at < ${now}::bigint - ${HISTORY.minutesS}) OR (is_hourly AND at < ${now}::bigint - ${HISTORY.hoursS})`;

/** What a source says of coins, as far as that is due. */
export async function addToHistory(
  client: Queryable,
  prices: readonly { readonly abbr: string; readonly at: number; readonly value: bigint }[],
  now: number,
): Promise<void> {
  await client.query({
    name: 'add-to-price-history',
    text: `
      WITH said AS (SELECT * FROM unnest($1::text[], $2::bigint[], $3::numeric[]) AS s (abbr, at, price)),
           sampled AS (${historyFrom('said')})
      ${thinHistory('$4')}`,
    values: [
      prices.map(({ abbr }) => abbr),
      prices.map(({ at }) => at),
      prices.map(({ value }) => formatFixed(value)),
      now,
    ],
  });
}
