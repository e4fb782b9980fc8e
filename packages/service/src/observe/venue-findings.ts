import type { Catalogue } from '../catalog/catalogue.ts';
import { LEFT_OUT_WORDS, STOP_WORDS } from '../market/market-words.ts';
import { isGood } from '../market/venues/venue.ts';
import { VENUE_WORDS } from '../market/venues/venue-words.ts';
import { neededCoins } from '../pricing/needed-coins.ts';
import { ageText } from '../pricing/price-words.ts';
import { loadStandings, type VenueStanding, WATCHED_S } from '../pricing/venue-standings.ts';
import { loadWatched } from '../pricing/watched-prices.ts';
import type { Database } from '../store/database.ts';
import type { Finding } from './finding.ts';

interface Patient {
  readonly database: Database;
  readonly catalogue: Catalogue;
  readonly now: number;
}

/** Venues were configured once, but have not been for so long: nobody wants to hear of them. */
const FORGOTTEN_S = 86_400;

/** Why coins are not quoted, and which venues do not count. Nothing where there are none. */
export async function venueFindings({ database, catalogue, now }: Patient): Promise<Finding[]> {
  const known = await loadStandings(database);
  if (known === null || now - known.at > FORGOTTEN_S) return [];
  if (now - known.at > WATCHED_S) return [unwatched(now - known.at)];
  const needed = new Set(neededCoins(catalogue));
  const standings = known.standings.filter(({ abbr }) => needed.has(abbr));
  const venues = [...new Set(standings.map(({ venue }) => venue))];
  return [
    ...(await stops(database, needed)),
    ...venues.map((venue) =>
      venueFinding(
        venue,
        standings.filter((each) => each.venue === venue),
      ),
    ),
  ];
}

function unwatched(seconds: number): Finding {
  return {
    what: 'venues',
    isWell: false,
    facts: `nobody has watched them for ${ageText(seconds)}`,
    advice: 'Is an engine running whose configuration names venues ("market")? npx swapdesk engine',
  };
}

async function stops(database: Database, needed: ReadonlySet<string>): Promise<Finding[]> {
  const prices = (await loadWatched(database)).filter(({ abbr }) => needed.has(abbr));
  return prices.flatMap(({ abbr, floatStop, fixedStop }) => {
    const stop = floatStop ?? fixedStop ?? null;
    if (stop === null) return [];
    const modes = floatStop === null || floatStop === undefined ? 'fixed' : 'float or fixed';
    return [
      {
        what: `price of ${abbr}`,
        isWell: false,
        facts: `not quoted (${modes}): ${STOP_WORDS[stop]}`,
        advice:
          'It goes on by itself once the venues agree. See below which of them do not count; the limits are the settings market_*',
      },
    ];
  });
}

function venueFinding(venue: string, standings: readonly VenueStanding[]): Finding {
  const wrong = standings.filter((each) => !isCounted(each));
  const byWords = new Map<string, string[]>();
  for (const each of wrong) {
    const words = wordsOf(each);
    byWords.set(words, [...(byWords.get(words) ?? []), each.abbr]);
  }
  return {
    what: `venue ${venue}`,
    isWell: wrong.length === 0,
    facts:
      wrong.length === 0
        ? `counts for ${standings.length} coins`
        : [...byWords].map(([words, abbrs]) => `${abbrs.join(', ')}: ${words}`).join('; '),
    advice:
      'It counts again by itself. Where it refuses a coin or this machine, name another venue beside it',
  };
}

/** Whether what a venue says of a coin counts. */
export function isCounted(standing: VenueStanding): boolean {
  return standing.leftOut === null && isGood({ ...standing, errorAt: null });
}

/** Why what a venue says of a coin does not count, for people. */
export function wordsOf({ what, error, leftOut }: VenueStanding): string {
  if (leftOut !== null) return LEFT_OUT_WORDS[leftOut];
  return error === null ? VENUE_WORDS[what] : `${VENUE_WORDS[what]} (${error})`;
}
