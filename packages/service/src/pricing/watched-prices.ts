import type { MarketStop } from '../market/judge-market.ts';
import { formatFixed, parseFixed } from '../money/fixed.ts';
import type { Queryable } from '../store/database.ts';
import type { WatchedPrice } from './judge-price.ts';
import type { PriceStop } from './rates.ts';

interface PriceRow {
  readonly abbr: string;
  readonly price: string;
  readonly at: number;
  readonly source: string;
  readonly changed_at: number;
  readonly anchor_price: string;
  readonly anchor_at: number;
  readonly pending_price: string | null;
  readonly pending_first: string | null;
  readonly pending_at: number | null;
  readonly pending_since: number | null;
  readonly pending_source: string | null;
  readonly pending_changed_at: number | null;
  readonly stop: PriceStop | null;
  /** Of a market, or 'peg' of any source. */
  readonly float_stop: MarketStop | null;
  readonly fixed_stop: MarketStop | null;
}

/** What a market has said beside it, and no other source does. */
type MarketColumns = Partial<Record<'float_until' | 'fixed_until', number | null>>;

/** Whoever changes prices reads them first; in between nobody else changes them. Readers go on. */
export async function lockPrices(client: Queryable): Promise<void> {
  await client.query('LOCK TABLE price IN SHARE ROW EXCLUSIVE MODE');
}

/** All that is known of every coin's price. */
export async function loadWatched(client: Queryable): Promise<WatchedPrice[]> {
  const { rows } = await client.query<PriceRow & MarketColumns>({
    name: 'load-watched-prices',
    text: `SELECT abbr, price, at, source, changed_at, anchor_price, anchor_at, pending_price, pending_first,
                  pending_at, pending_since, pending_source,
                  coalesce(pending_changed_at, pending_since) AS pending_changed_at, stop,
                  float_stop, fixed_stop, float_until, fixed_until FROM price ORDER BY abbr`,
  });
  return rows.map((row) => ({
    abbr: row.abbr,
    value: parseFixed(row.price),
    at: row.at,
    source: row.source,
    changedAt: row.changed_at,
    anchor: { value: parseFixed(row.anchor_price), at: row.anchor_at },
    pending:
      row.pending_price === null
        ? null
        : {
            value: parseFixed(row.pending_price),
            first: parseFixed(row.pending_first as string),
            at: row.pending_at as number,
            since: row.pending_since as number,
            source: row.pending_source as string,
            changedAt: row.pending_changed_at as number,
          },
    stop: row.stop,
    floatStop: row.float_stop,
    fixedStop: row.fixed_stop,
    floatUntil: row.float_until ?? null,
    fixedUntil: row.fixed_until ?? null,
  }));
}

/**
 * Stores what is known from now on, in the transaction that has locked and read what was known before; and what fixed prices
 * cost, unless that stays as it is.
 */
export async function storeWatched(
  client: Queryable,
  prices: readonly WatchedPrice[],
  premiums: ReadonlyMap<string, number> | null = null,
): Promise<void> {
  if (prices.length === 0) return;
  await client.query({
    name: 'store-watched-prices',
    text: `
      INSERT INTO price SELECT * FROM jsonb_populate_recordset(NULL::price, $1)
          ON CONFLICT (abbr) DO UPDATE
         SET price = excluded.price, at = excluded.at, source = excluded.source, changed_at = excluded.changed_at,
             anchor_price = excluded.anchor_price, anchor_at = excluded.anchor_at,
             pending_price = excluded.pending_price, pending_first = excluded.pending_first,
             pending_at = excluded.pending_at, pending_since = excluded.pending_since,
             pending_source = excluded.pending_source, pending_changed_at = excluded.pending_changed_at, stop = excluded.stop,
             ladder = NULL, float_stop = excluded.float_stop, fixed_stop = excluded.fixed_stop,
             premium_ppm = CASE WHEN $2 THEN excluded.premium_ppm ELSE price.premium_ppm END, float_until = NULL, fixed_until = NULL`,
    values: [
      JSON.stringify(
        prices.map((price) => ({ ...rowOf(price), premium_ppm: premiums?.get(price.abbr) ?? null })),
      ),
      premiums !== null,
    ],
  });
}

function rowOf(price: WatchedPrice): PriceRow {
  const { abbr, value, at, source, changedAt, anchor, pending, stop, floatStop, fixedStop } = price;
  return {
    abbr,
    price: formatFixed(value),
    at,
    source,
    changed_at: changedAt,
    anchor_price: formatFixed(anchor.value),
    anchor_at: anchor.at,
    pending_price: pending === null ? null : formatFixed(pending.value),
    pending_first: pending === null ? null : formatFixed(pending.first),
    pending_at: pending?.at ?? null,
    pending_since: pending?.since ?? null,
    pending_source: pending?.source ?? null,
    pending_changed_at: pending?.changedAt ?? null,
    stop: stop ?? null,
    float_stop: floatStop ?? null,
    fixed_stop: fixedStop ?? null,
  };
}
