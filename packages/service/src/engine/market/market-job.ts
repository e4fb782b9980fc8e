import type { Book } from '../../market/book.ts';
import type { MarketCoin } from '../../market/judge-venues.ts';
import { midOf } from '../../market/mid.ts';
import { DEFAULT_PREMIUM_LIMITS } from '../../market/premium-limits.ts';
import {
  type ConfiguredVenue,
  type OpenVenues,
  openVenues,
  type VenueCoinStanding,
} from '../../market/venues/open-venues.ts';
import { MOST_COINS } from '../../market/venues/venue-times.ts';
import { venueNews } from '../../market/venues/venue-words.ts';
import { formatFixed } from '../../money/fixed.ts';
import { fixedWaitS } from '../../pricing/fixed-wait.ts';

import { type MarketPrice, stopOtherSources, storeMarketPrices } from '../../pricing/market-prices.ts';
import { marketLimits, premiumLimits } from '../../pricing/market-settings.ts';
import { loadHistory } from '../../pricing/price-history.ts';
import { noteStandings, type VenueStanding } from '../../pricing/venue-standings.ts';
import type { Engine } from '../context.ts';
import type { Job } from '../job.ts';
import { type Lease, underLease } from '../lease.ts';
import { JudgedMarket, type MarketLook } from './judged-market.ts';
import { areOthers, beyondExchanges, marketCoins } from './market-coins.ts';

export const MARKET_LEASE = 'market';

/** Between two looks at the books. */
const LOOK_MS = 200;
/** How often a node that does not lead asks whether it should. */
const ASK_MS = 1_000;
/** For how long after it was opened a venue may not have spoken yet. */
const OPENING_MS = 5_000;
const STANDINGS_MS = 1_000;
/** The venues are opened for other coins at most so often: an operator switches several on, one after another. */
const REOPEN_MS = 60_000;
/** The same about a venue is told again after so long. */
const TELL_AGAIN_MS = 60_000;

export interface MarketJobOptions {
  readonly venues: readonly ConfiguredVenue[];
  /** Coins that are traded little. */
  readonly small: readonly string[];
  readonly clockMs: () => number;
  readonly random: () => number;
  readonly onFault: (error: unknown) => void;
}

/** The venues, opened by the one node that leads, and what it has made of them. */
interface Led {
  readonly venues: OpenVenues;
  readonly market: JudgedMarket;
  readonly coins: readonly MarketCoin[];
  readonly openedAt: number;
  standings: readonly VenueCoinStanding[];
  notedAt: number;
}

/** Watches the venues, judges the coins and stores their prices: one node at a time, the others wait for its lease. */
export function marketJob(options: MarketJobOptions): Job {
  let led: Led | null = null;
  const telling = new Map<string, number>();

  const tell = (engine: Engine, lines: readonly string[]) => {
    const now = options.clockMs();
    for (const [line, at] of telling) if (now - at >= TELL_AGAIN_MS) telling.delete(line);
    for (const line of lines) {
      if (telling.has(line)) continue;
      telling.set(line, now);
      engine.warn({}, line);
    }
  };

  return {
    name: MARKET_LEASE,
    get pauseMs() {
      return led === null ? ASK_MS : LOOK_MS;
    },
    async round(engine, lease) {
      led ??= await lead(engine, lease, options);
      const { settings, catalogue } = await engine.market();
      const coins = marketCoins(catalogue, options.small);
      if (areOthers(coins, led.coins) && options.clockMs() - led.openedAt >= REOPEN_MS)
        led = await openFor(coins, led, options);
      const now = options.clockMs();
      const { prices, news } = led.market.judge({
        coins: led.coins,
        booksOf: led.venues.booksOf,
        isOpening: openingOf(led, now),
        limits: marketLimits(settings),
        premium: premiumLimits(settings),
        waitS: fixedWaitS(settings),
        now,
      });
      const standings = led.venues.standings();
      tell(engine, [...venueNews(led.standings, standings), ...news, ...tooMany(led.coins)]);
      led.standings = standings;
      await store(engine, lease, led, prices, now);
    },
    async leave() {
      const closing = led;
      led = null;
      await closing?.venues.stop();
    },
  };
}

/** Takes over: what others have priced stops until the venues are heard. */
async function lead(engine: Engine, lease: Lease, options: MarketJobOptions): Promise<Led> {
  const now = options.clockMs();
  const since = Math.floor(now / 1_000) - DEFAULT_PREMIUM_LIMITS.historyS;
  const market = new JudgedMarket(await loadHistory(engine.database, since));
  const { catalogue } = await engine.market();
  await underLease(engine.database, lease, stopOtherSources);
  return opened(marketCoins(catalogue, options.small), market, options);
}

/** The venues for other coins, opened before those that were are closed. What is known of coins stays. */
async function openFor(coins: readonly MarketCoin[], led: Led, options: MarketJobOptions): Promise<Led> {
  const next = await opened(coins, led.market, options);
  await led.venues.stop();
  return { ...next, notedAt: led.notedAt };
}

async function opened(
  coins: readonly MarketCoin[],
  market: JudgedMarket,
  { venues: configured, clockMs, random, onFault }: MarketJobOptions,
): Promise<Led> {
  const venues = await openVenues({
    venues: configured,
    coins: coins.map(({ abbr }) => abbr),
    world: { nowMs: clockMs, random },
    onChange: (_venue, abbr) => market.hear(abbr),
    onFault,
  });
  return { venues, market, coins, openedAt: clockMs(), standings: [], notedAt: 0 };
}

function tooMany(coins: readonly MarketCoin[]): string[] {
  const beyond = beyondExchanges(coins);
  if (beyond.length === 0) return [];
  return [
    `exchanges are not asked for ${beyond.join(', ')}: ${MOST_COINS} coins are the most, those that are switched on first`,
  ];
}

function openingOf({ venues, openedAt }: Led, now: number): MarketLook['isOpening'] {
  if (now - openedAt > OPENING_MS) return () => false;
  const opening = new Set(
    venues
      .standings()
      .filter(({ what }) => what === 'opening')
      .map(({ abbr }) => abbr),
  );
  return (abbr) => opening.has(abbr);
}

/** What another node has taken over in the meantime it alone writes. */
async function store(
  engine: Engine,
  lease: Lease,
  led: Led,
  prices: readonly MarketPrice[],
  now: number,
): Promise<void> {
  const isNoteDue = Math.abs(now - led.notedAt) >= STANDINGS_MS;
  if (prices.length === 0 && !isNoteDue) return;
  await underLease(engine.database, lease, (client) => storeMarketPrices(client, prices));
  led.market.noteStored(prices);
  if (!isNoteDue) return;
  // By itself: whatever a venue says for an error, prices do not hang on its being written down.
  led.notedAt = now;
  await underLease(engine.database, lease, (client) =>
    noteStandings(client, Math.floor(now / 1_000), standingsOf(led)),
  );
}

function standingsOf({ standings, market, venues }: Led): VenueStanding[] {
  const seconds = (ms: number) => Math.floor(ms / 1_000);
  const bookOf = (venue: string, abbr: string) => venues.booksOf(abbr).find((book) => book.venue === venue);
  const midText = (book: Book | undefined) => (book === undefined ? null : formatFixed(midOf(book)));
  return standings.map(({ venue, abbr, what, since, error, at }) => ({
    venue,
    abbr,
    what,
    since: seconds(since),
    error,
    at: at === null ? null : seconds(at),
    mid: midText(bookOf(venue, abbr)),
    leftOut: market.leftOut(venue, abbr),
  }));
}
