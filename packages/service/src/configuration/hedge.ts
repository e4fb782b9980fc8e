import type { Network } from '../chains/family.ts';
import { StartupError } from '../startup-error.ts';
import { isTradingVenue, TRADING_VENUES, type TradingVenueName } from '../trades/venues/known-trading.ts';
import type { TradedAt } from '../trades/venues/open-trading.ts';
import type { HedgeConfig } from './chains-config.ts';
import type { HedgeInFile } from './hedge-schema.ts';
import { isLoopback } from './loopback.ts';
import { below } from './problems.ts';
import { Reading } from './reading.ts';

type Environment = Readonly<Record<string, string | undefined>>;
type VenueInFile = HedgeInFile['venues'][number];

/** Where and whether what the desk becomes long or short of is traded away. */
export function readHedge(
  reading: Reading,
  given: HedgeInFile,
  { network, hasMarket, env }: { network: Network; hasMarket: boolean; env: Environment },
): HedgeConfig {
  const { mode, venues } = given;
  if (!hasMarket)
    reading.report('hedge', 'needs prices of markets to trade by: name venues in "market" as well');
  venues.forEach(({ name, url }, n) => {
    const path = `hedge.venues[${n}]`;
    if (!isTradingVenue(name))
      reading.report(
        below(path, 'name'),
        `${name} cannot be traded at; there are ${TRADING_VENUES.join(' and ')}`,
      );
    if (venues.findIndex((venue) => venue.name === name) !== n)
      reading.report(path, `${name} stands here twice; remove one`);
    if (url !== undefined) readUrl(reading, below(path, 'url'), url, network);
    // Orders of a test network are worth nothing, but what a venue trades for them is.
    else if (mode === 'on' && network !== 'main')
      reading.report(
        below(path, 'url'),
        `is missing: "network" is "${network}", and ${name} would trade real money. Write the "url" of a test venue, or "mode": "dry-run"`,
      );
  });
  const kept = venues.map((venue) => located(reading, venue));
  return {
    mode,
    venues: venues.map(({ name, url }) => ({
      name: name as TradingVenueName,
      ...(url !== undefined && { rest: url }),
    })),
    readKeys: () => readKeys(kept, env),
  };
}

/** Orders of the main network are real money: on the way to another machine nobody may read or change them. */
function readUrl(reading: Reading, path: string, url: string, network: Network): void {
  const isHere = URL.canParse(url) && isLoopback(new URL(url).hostname.replace(/^\[|\]$/g, ''));
  reading.url(path, url, network === 'main' && !isHere ? ['https:'] : undefined);
}

/** With paths as they are meant. */
function located(reading: Reading, venue: VenueInFile): VenueInFile {
  const whole = (source: VenueInFile['key']) =>
    'file' in source ? { file: reading.absolute(source.file) } : source;
  return { ...venue, key: whole(venue.key), secret: whole(venue.secret) };
}

/** Read by who trades, and by nobody else: they are not wanted on other nodes. */
function readKeys(venues: readonly VenueInFile[], env: Environment): TradedAt[] {
  const reading = new Reading('', env);
  const keys = venues.map(({ name, key, secret, url }, n) => ({
    name: name as TradingVenueName,
    key: reading.secret(`hedge.venues[${n}].key`, key),
    secret: reading.secret(`hedge.venues[${n}].secret`, secret),
    ...(url !== undefined && { rest: url }),
  }));
  if (reading.problems.length > 0) {
    const lines = reading.problems.map(({ path, words }) => `  ${path}: ${words}`);
    throw new StartupError(['The keys to trade with cannot be read:', ...lines].join('\n'));
  }
  return keys;
}
