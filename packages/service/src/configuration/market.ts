import { KNOWN_VENUES, knownVenue } from '../market/venues/known-venues.ts';
import type { ConfiguredVenue } from '../market/venues/open-venues.ts';
import type { MarketConfig } from './chains-config.ts';
import { closest } from './did-you-mean.ts';
import { below } from './problems.ts';
import type { Reading } from './reading.ts';
import type { MarketInFile } from './schema.ts';

type VenueInFile = Exclude<MarketInFile['venues'][number], string>;

/** The venues of the file. */
export function readMarket(reading: Reading, given: MarketInFile): MarketConfig {
  const at = (n: number) => `market.venues[${n}]`;
  const venues = given.venues.map(
    (venue, n): ConfiguredVenue =>
      typeof venue === 'string' ? { kind: 'exchange', name: venue } : readVenue(reading, at(n), venue),
  );
  venues.forEach(({ name }, n) => {
    if (venues.findIndex((venue) => venue.name === name) !== n)
      reading.report(at(n), `${name} stands here twice; give each a name of its own`);
  });
  return { venues, small: given.small ?? [] };
}

function readVenue(
  reading: Reading,
  path: string,
  { name, url, headers = {}, urls }: VenueInFile,
): ConfiguredVenue {
  if (url === undefined) {
    if (knownVenue(name) === undefined) reading.report(below(path, 'name'), notKnown(name));
    if (Object.keys(headers).length > 0)
      reading.report(below(path, 'headers'), 'are sent to a source of your own only: write its "url"');
    return { kind: 'exchange', name, ...(urls !== undefined && { urls: urls as ExchangeUrls }) };
  }
  if (urls !== undefined)
    reading.report(below(path, 'urls'), 'are of a known venue; a source of your own has its "url" alone');
  if (knownVenue(name) !== undefined)
    reading.report(below(path, 'name'), `${name} is the name of a known venue; give your source another`);
  return {
    kind: 'source',
    name,
    url: readUrl(reading, below(path, 'url'), url),
    headers: Object.fromEntries(
      Object.entries(headers).map(([header, secret]) => [
        header,
        reading.secret(below(below(path, 'headers'), header), secret),
      ]),
    ),
  };
}

/** Without a user in it: errors that name the address would tell it to whoever reads them. */
function readUrl(reading: Reading, path: string, given: NonNullable<VenueInFile['url']>): string {
  const url = reading.url(path, typeof given === 'string' ? given : reading.secret(path, given));
  if (!reading.isSound(path)) return url;
  const { username, password } = new URL(url);
  if (username !== '' || password !== '')
    reading.report(path, 'must be without user and password; send what it asks for in "headers"');
  return url;
}

type ExchangeUrls = NonNullable<Extract<ConfiguredVenue, { kind: 'exchange' }>['urls']>;

function notKnown(name: string): string {
  const names = KNOWN_VENUES.map((venue) => venue.name);
  const meant = closest(name, names);
  return meant === undefined
    ? `is not known; there are ${names.join(', ')}. A source of your own has a "url"`
    : `is not known; did you mean "${meant}"?`;
}
