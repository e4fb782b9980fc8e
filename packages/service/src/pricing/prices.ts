import type { Settings } from '../catalog/settings.ts';
import { loadSettings } from '../catalog/settings.ts';
import type { Network } from '../chains/family.ts';
import type { Clock } from '../clock.ts';
import type { Database, Queryable } from '../store/database.ts';
import { transaction } from '../store/transaction.ts';
import { feedPremiums } from './feed-premium.ts';
import type { FeedFault, FeedPrice, FeedReading, PriceFeed } from './feeds/feed.ts';
import { judgePrice, type PriceLimits, whyAbsurd } from './judge-price.ts';
import { MARKET_SOURCE } from './market-prices.ts';
import { noteReading } from './price-reading.ts';
import { newsOf } from './price-words.ts';
import { areVenuesWatched } from './venue-standings.ts';
import { loadWatched, lockPrices, storeWatched } from './watched-prices.ts';

/** Of a feed on a node beside one that watches venues. */
const UNUSED: FeedFault = {
  abbr: null,
  what: 'this source is not used: another node watches venues. Give all nodes the same configuration',
};

/**
 * Asks the feed, judges what it says against what is known, and stores the result for every node to quote from. Says what
 * is news: coins that stop and go on, and lines that are wrong. One node at a time, so that two cannot undo each other.
 */
export async function publishPrices(
  database: Database,
  feed: PriceFeed,
  clock: Clock,
  network: Network,
): Promise<string[]> {
  const now = clock();
  const reading = await feed.read(now).catch(async (error: Error) => {
    await noteReading(database, feed.name, now, [{ abbr: null, what: error.message }]);
    throw error;
  });
  const { prices, faults } = withoutAbsurd(reading, now);
  return transaction(database, async (client) => {
    await lockPrices(client);
    const settings = await loadSettings(client);
    const limits = priceLimits(settings, network);
    const stable = await stableCoins(client);
    const known = new Map((await loadWatched(client)).map((price) => [price.abbr, price]));
    const isWatched = await areVenuesWatched(client, now);
    const isOfMarket = (abbr: string) => {
      const price = known.get(abbr);
      return price?.source === MARKET_SOURCE && Math.abs(now - price.at) <= settings.price_max_age_s;
    };
    // While a market prices coins, its guards alone do, and what it stops stays so: another feed takes over once nobody watches.
    const ofFeed = prices.filter(({ abbr }) => !isWatched && !isOfMarket(abbr));
    const judged = ofFeed.map(({ abbr, value, at }) => {
      const said = { value, at, source: feed.name };
      return judgePrice(abbr, known.get(abbr) ?? null, said, { limits, now, isPegged: stable.has(abbr) });
    });
    const changed = judged.filter((price) => price !== known.get(price.abbr));
    await storeWatched(client, changed, await feedPremiums(client, changed, { settings, network, now }));
    const newFaults = await noteReading(client, feed.name, now, isWatched ? [...faults, UNUSED] : faults);
    return [...changed.flatMap((price) => newsOf(known.get(price.abbr), price)), ...newFaults];
  });
}

/** What counts as a jump and as frozen on this network. */
export function priceLimits(settings: Settings, network: Network): PriceLimits {
  const stops = settings.price_frozen_stops;
  return {
    jumpPpm: settings.price_jump_ppm,
    windowS: settings.price_jump_window_s,
    confirmS: settings.price_confirm_s,
    tolerancePpm: settings.price_confirm_tolerance_ppm,
    frozenS: settings.price_frozen_s,
    pegPpm: settings.market_peg_ppm,
    frozenStops: stops === 2 || (stops === 1 && network === 'main'),
  };
}

/** What no source can mean is a fault of its line, whatever the source is. */
function withoutAbsurd({ prices, faults }: FeedReading, now: number): FeedReading {
  const absurd: FeedFault[] = [];
  const sane = prices.filter((price: FeedPrice) => {
    const what = whyAbsurd(price, now);
    if (what !== null) absurd.push({ abbr: price.abbr, what });
    return what === null;
  });
  return { prices: sane, faults: [...faults, ...absurd] };
}

/** Coins that are held at 1. */
export async function stableCoins(client: Queryable): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ abbr: string }>({
    name: 'stable-coins',
    text: 'SELECT DISTINCT abbr FROM asset WHERE stable',
  });
  return new Set(rows.map(({ abbr }) => abbr));
}
