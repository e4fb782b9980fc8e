import { type MarketStop, type MarketVerdict, stopOf } from '../market/judge-market.ts';
import { formatFixed } from '../money/fixed.ts';
import type { Queryable } from '../store/database.ts';
import { ladderText } from './ladder-text.ts';
import { historyFrom, thinHistory } from './price-history.ts';
import { CLOCK_SKEW_S } from './rates.ts';

/** The source of prices that a market has judged itself: no other guard looks at them. */
export const MARKET_SOURCE = 'market';

/** While no venue has been heard. */
const UNHEARD: MarketStop = 'few';

/** What a market says of a coin now. */
export interface MarketPrice
  extends Pick<MarketVerdict, 'abbr' | 'at' | 'ladder' | 'mid' | 'float' | 'fixed'> {
  /** What a fixed price of it costs, in millionths; null: nothing. */
  readonly premiumPpm: number | null;
  /** Until when it counts in a mode if nothing more is heard, Unix milliseconds; null or none: by its time alone. */
  readonly floatUntil?: number | null;
  readonly fixedUntil?: number | null;
}

/**
 * Stores what a market says for every node to quote from, all of it in one statement, and adds to the history what that lacks.
 * A coin without a mid keeps its last price and stops. What an engine says that was slower than another changes nothing.
 */
export async function storeMarketPrices(client: Queryable, prices: readonly MarketPrice[]): Promise<void> {
  if (prices.length === 0) return;
  const seconds = prices.map(({ at }) => Math.floor(at / 1_000));
  await client.query({
    name: 'store-market-prices',
    text: `
      WITH said AS (
        SELECT * FROM unnest($1::text[], $2::bigint[], $3::numeric[], $4::text[], $5::text[], $6::text[], $7::int[],
                             $11::bigint[], $12::bigint[])
                   AS s (abbr, at, mid, ladder, float_stop, fixed_stop, premium_ppm, float_until, fixed_until)
         ORDER BY abbr
      ), stored AS (
        INSERT INTO price AS p (abbr, price, at, source, changed_at, anchor_price, anchor_at,
                                ladder, float_stop, fixed_stop, premium_ppm, float_until, fixed_until)
        SELECT abbr, mid, at, $8, at, mid, at, ladder, float_stop, fixed_stop, premium_ppm, float_until, fixed_until
          FROM said WHERE mid IS NOT NULL
            ON CONFLICT (abbr) DO UPDATE
           SET price = excluded.price, at = excluded.at, source = excluded.source, changed_at = excluded.changed_at,
               anchor_price = excluded.anchor_price, anchor_at = excluded.anchor_at,
               pending_price = NULL, pending_first = NULL, pending_at = NULL, pending_since = NULL,
               pending_source = NULL, pending_changed_at = NULL, stop = NULL,
               ladder = excluded.ladder, float_stop = excluded.float_stop, fixed_stop = excluded.fixed_stop,
               premium_ppm = excluded.premium_ppm, float_until = excluded.float_until, fixed_until = excluded.fixed_until
         WHERE p.source <> $8 OR p.at <= excluded.at OR p.at > excluded.at + $9
        RETURNING abbr, at, price
      ), stopped AS (
        UPDATE price p SET ladder = NULL, float_stop = s.float_stop, fixed_stop = s.fixed_stop, premium_ppm = s.premium_ppm,
                           float_until = NULL, fixed_until = NULL
          FROM said s
         WHERE p.abbr = s.abbr AND s.mid IS NULL AND (p.source <> $8 OR p.at <= s.at OR p.at > s.at + $9)
      ), sampled AS (
        ${historyFrom('stored')}
      ), told AS (
        UPDATE change SET version = version + 1 WHERE topic = 'prices'
      )
      ${thinHistory('$10')}`,
    values: [
      prices.map(({ abbr }) => abbr),
      seconds,
      prices.map(({ mid }) => (mid === null ? null : formatFixed(mid))),
      prices.map(({ ladder }) => (ladder === null ? null : ladderText(ladder))),
      prices.map((price) => stopOf(price, 'float')),
      prices.map((price) => stopOf(price, 'fixed')),
      prices.map(({ premiumPpm }) => premiumPpm),
      MARKET_SOURCE,
      CLOCK_SKEW_S,
      Math.max(...seconds),
      prices.map(({ floatUntil }) => lastSecond(floatUntil)),
      prices.map(({ fixedUntil }) => lastSecond(fixedUntil)),
    ],
  });
}

/** Whoever begins to watch venues: what another source has said of a coin is not quoted until they are heard. */
export async function stopOtherSources(client: Queryable): Promise<void> {
  await client.query(
    `UPDATE price SET ladder = NULL, float_stop = $2, fixed_stop = $2
      WHERE source <> $1 AND float_stop IS NULL`,
    [MARKET_SOURCE, UNHEARD],
  );
}

/** The last whole second that is over by then. */
function lastSecond(untilMs: number | null | undefined): number | null {
  return untilMs == null ? null : Math.floor(untilMs / 1_000) - 1;
}
