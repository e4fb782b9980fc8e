import type { MidSample } from '../market/volatility.ts';
import { parseFixed } from '../money/fixed.ts';
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
