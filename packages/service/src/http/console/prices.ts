import {
  ConfirmPriceRequest,
  ConsolePricesRequest,
  ConsolePricesResponse,
  DoneResponse,
  type PriceState,
  type VenueState,
} from '@swapdesk/contract';
import { loadSettings } from '../../catalog/settings.ts';
import { FIXED_DECIMALS, formatFixed } from '../../money/fixed.ts';
import { type CoinPrice, coinPrices } from '../../observe/price-states.ts';
import { isCounted, wordsOf } from '../../observe/venue-findings.ts';
import { audited } from '../../operators/audit.ts';
import { confirmPrice } from '../../pricing/confirm-price.ts';
import type { WatchedPrice } from '../../pricing/judge-price.ts';
import { faultText, lastReading } from '../../pricing/price-reading.ts';
import type { Market } from '../../pricing/terms.ts';
import { loadStandings, type VenueStandings, WATCHED_S } from '../../pricing/venue-standings.ts';
import { loadWatched } from '../../pricing/watched-prices.ts';
import { consoleEndpoint } from './endpoint.ts';

const list = consoleEndpoint({
  method: 'GET',
  path: '/prices',
  request: ConsolePricesRequest,
  response: ConsolePricesResponse,
  changes: false,
  async handle({ market, database }) {
    const now = market();
    const coins = neededPrices(now, await loadWatched(database));
    const reading = await lastReading(database);
    const isShown = ({ abbr }: { abbr: string | null }) =>
      abbr === null || coins.some((coin) => coin.abbr === abbr);
    return {
      data: {
        prices: priceStates(now, coins),
        max_age_s: now.settings.price_max_age_s,
        missing: coins.filter(({ price }) => price === null).map(({ abbr }) => abbr),
        faults: (reading?.faults ?? []).filter(isShown).map(faultText),
        venues: venueStates(await loadStandings(database), now.now).filter(isShown),
      },
    };
  },
});

const confirm = consoleEndpoint({
  method: 'POST',
  path: '/prices/confirm',
  request: ConfirmPriceRequest,
  response: DoneResponse,
  changes: true,
  async handle({ database }, { params: { abbr, price }, actor, now }) {
    await audited(database, actor, now, async (client) => {
      const seen = price.truncate(FIXED_DECIMALS);
      const settings = await loadSettings(client);
      const changes = await confirmPrice(client, abbr, { seen, settings, now });
      return { act: 'price confirm', subject: abbr.toUpperCase(), changes, result: undefined };
    });
    return {};
  },
});

export const PRICE_ENDPOINTS = [list, confirm];

/** Of the coins that are switched on. */
export function neededPrices(
  { catalogue, settings, now }: Market,
  watched: readonly WatchedPrice[],
): CoinPrice[] {
  return coinPrices(watched, catalogue, settings, now).filter(({ isNeeded }) => isNeeded);
}

/** The prices of these coins, and whether they count. */
export function priceStates({ settings, now }: Market, coins: readonly CoinPrice[]): PriceState[] {
  return coins.flatMap(({ abbr, price, noQuote, noFixed, isFrozen }) => {
    if (price === null) return [];
    const { value, at, changedAt, pending, source } = price;
    return [
      {
        abbr,
        price: formatFixed(value),
        at,
        age_s: Math.max(0, now - at),
        unchanged_s: Math.max(0, at - changedAt),
        is_fresh: noQuote === null,
        is_frozen: isFrozen,
        no_quote: noQuote ?? '',
        no_fixed: noFixed ?? '',
        pending:
          pending === null
            ? null
            : {
                price: formatFixed(pending.value),
                at: pending.at,
                since: pending.since,
                counts_after_s: settings.price_confirm_s,
              },
        source,
      },
    ];
  });
}

/** What venues say, coin by coin. */
function venueStates(known: VenueStandings | null, now: number): VenueState[] {
  if (known === null || Math.abs(now - known.at) > WATCHED_S) return [];
  return known.standings
    .map((standing) => ({
      venue: standing.venue,
      abbr: standing.abbr,
      // Of whoever led before it was told.
      price: standing.mid ?? null,
      age_s: standing.at === null ? null : Math.max(0, now - standing.at),
      counts: isCounted(standing),
      why: isCounted(standing) ? '' : wordsOf(standing),
    }))
    .sort((a, b) => (a.abbr < b.abbr ? -1 : a.abbr > b.abbr ? 1 : 0));
}
