import { StartupError } from '../../startup-error.ts';
import type { Book } from '../book.ts';
import { checkInstalled, type VenueUrls } from './ccxt-library.ts';
import { openCcxtVenue } from './ccxt-venue.ts';
import { openHttpSource } from './http-source.ts';
import { KNOWN_VENUES, type KnownVenue, knownVenue } from './known-venues.ts';
import type { SourceAssumptions } from './source-form.ts';
import { isGood, type Venue, type VenueCoinState, type VenueEars, type VenueWorld } from './venue.ts';
import { VENUE_TIMES, type VenueTimes } from './venue-times.ts';

/** A venue as it is configured: one that is known by its name, or a source of one's own. */
export type ConfiguredVenue =
  | { readonly kind: 'exchange'; readonly name: string; readonly urls?: VenueUrls }
  | {
      readonly kind: 'source';
      readonly name: string;
      readonly url: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly assumed?: SourceAssumptions;
    };

export interface OpenVenuesOptions {
  readonly venues: readonly ConfiguredVenue[];
  readonly coins: readonly string[];
  readonly world: VenueWorld;
  readonly times?: Partial<VenueTimes>;
  /** Told whenever a book or a state has changed. */
  readonly onChange?: (venue: string, abbr: string) => void;
  /** Told what should not happen: a mistake of ours. */
  readonly onFault: (error: unknown) => void;
}

/** How it stands with one coin at one venue. */
export interface VenueCoinStanding extends VenueCoinState {
  readonly venue: string;
  readonly abbr: string;
  /** The venue's own time of the book that counts; null if none does. */
  readonly at: number | null;
}

/** All venues that are configured, and what they say now. */
export interface OpenVenues {
  /** The newest book of a coin at each venue where it counts. */
  booksOf(abbr: string): Book[];
  /** In the order in which venues and coins are configured. */
  standings(): VenueCoinStanding[];
  stop(): Promise<void>;
}

const MOST_VENUES = 10;

/** Opens all venues for all coins. Throws if one cannot be; those that are away are opened, and their states say so. */
export async function openVenues(options: OpenVenuesOptions): Promise<OpenVenues> {
  const { venues, onChange = () => {} } = options;
  checkNames(venues.map(({ name }) => name));
  const states = new Map<string, Map<string, VenueCoinState>>();
  const books = new Map<string, Map<string, Book>>();
  const earsOf = (venue: string): VenueEars => {
    const [stateOf, bookOf] = [new Map<string, VenueCoinState>(), new Map<string, Book>()];
    states.set(venue, stateOf);
    books.set(venue, bookOf);
    return {
      book(book) {
        bookOf.set(book.abbr, book);
        onChange(venue, book.abbr);
      },
      state(abbr, state) {
        stateOf.set(abbr, state);
        if (!isGood(state)) bookOf.delete(abbr);
        onChange(venue, abbr);
      },
    };
  };

  const opening = await Promise.allSettled(
    venues.map((venue) => openOne(venue, options, earsOf(venue.name))),
  );
  const opened = opening.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const stop = async () => void (await Promise.all(opened.map((venue) => venue.stop())));
  const failed = opening.find((each) => each.status === 'rejected');
  if (failed !== undefined) {
    await stop();
    throw failed.reason;
  }

  return {
    booksOf: (abbr) => [...books.values()].flatMap((bookOf) => bookOf.get(abbr) ?? []),
    standings: () =>
      [...states].flatMap(([venue, stateOf]) =>
        [...stateOf].map(([abbr, state]) => ({
          venue,
          abbr,
          ...state,
          at: books.get(venue)?.get(abbr)?.at ?? null,
        })),
      ),
    stop,
  };
}

/** Throws what would keep these venues from being opened, without opening them. */
export async function checkVenues(venues: readonly ConfiguredVenue[]): Promise<void> {
  checkNames(venues.map(({ name }) => name));
  for (const venue of venues)
    if (venue.kind === 'exchange') await checkInstalled(knownOrThrow(venue.name).name);
}

async function openOne(venue: ConfiguredVenue, options: OpenVenuesOptions, ears: VenueEars): Promise<Venue> {
  const { coins, world, onFault } = options;
  const times = { ...VENUE_TIMES, ...options.times };
  const common = { coins, times, world, ears, onFault };
  if (venue.kind === 'source') return openHttpSource({ ...venue, ...common });
  return openCcxtVenue({ venue: knownOrThrow(venue.name), urls: venue.urls ?? {}, ...common });
}

function knownOrThrow(name: string): KnownVenue {
  const known = knownVenue(name);
  if (known !== undefined) return known;
  const names = KNOWN_VENUES.map((venue) => venue.name).join(', ');
  throw new StartupError(`There is no venue ${name}. Those that are known: ${names}.`);
}

function checkNames(names: readonly string[]): void {
  if (names.length > MOST_VENUES)
    throw new StartupError(`${names.length} venues are configured; ${MOST_VENUES} are the most.`);
  const twice = names.find((name, n) => names.indexOf(name) !== n);
  if (twice !== undefined)
    throw new StartupError(`The venue ${twice} is configured twice. Give each a name of its own.`);
}
