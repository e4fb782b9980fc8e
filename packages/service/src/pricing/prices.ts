import type { Clock } from '../clock.ts';
import { formatFixed, parseFixed } from '../money/fixed.ts';
import type { Queryable } from '../store/database.ts';
import type { PriceFeed } from './feeds/feed.ts';
import { CLOCK_SKEW_S, Rates } from './rates.ts';

/** Asks the feed and stores what it says, for every node to quote from. */
export async function publishPrices(database: Queryable, feed: PriceFeed, clock: Clock): Promise<void> {
  const now = clock();
  const prices = await feed.read(now);
  await database.query({
    name: 'publish-prices',
    text: `
      INSERT INTO price (abbr, price, at, source)
      SELECT abbr, price, $3, $4 FROM unnest($1::text[], $2::numeric[]) AS t (abbr, price)
          ON CONFLICT (abbr) DO UPDATE SET price = excluded.price, at = excluded.at, source = excluded.source
       -- A slow node does not turn the clock back; but a time far ahead was a wrong clock, not a newer price.
       WHERE price.at <= excluded.at OR price.at > excluded.at + ${CLOCK_SKEW_S}`,
    values: [prices.map(({ abbr }) => abbr), prices.map(({ value }) => formatFixed(value)), now, feed.name],
  });
}

/** The prices in the store. */
export async function loadRates(database: Queryable): Promise<Rates> {
  const { rows } = await database.query<{ abbr: string; price: string; at: number; source: string }>({
    name: 'load-prices',
    text: 'SELECT abbr, price, at, source FROM price ORDER BY abbr',
  });
  return new Rates(
    rows.map(({ abbr, price, at, source }) => ({ abbr, value: parseFixed(price), at, source })),
  );
}
