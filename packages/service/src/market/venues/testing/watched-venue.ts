import type { VenueServer } from '../../../../../../test/support/venues/venue-server.ts';
import type { Book } from '../../book.ts';
import { openCcxtVenue } from '../ccxt-venue.ts';
import { type KnownVenue, knownVenue } from '../known-venues.ts';
import { isGood, type Venue, type VenueCoinState } from '../venue.ts';
import type { VenueTimes } from '../venue-times.ts';

/** All that takes many seconds or minutes, in few; but so that a busy machine is not taken for a silent venue. */
export const QUICK: VenueTimes = {
  pollMs: 150,
  frozenMs: 1_500,
  oldMs: 8_000,
  aheadMs: 10_000,
  gapMs: 10,
  pingMs: 1_000,
  answerMs: 6_000,
  reopenMs: 50,
  mostReopenMs: 300,
  openGapMs: 5,
  lifeMs: 600_000,
  mostWaitMs: 2_000,
  refusedMs: 60_000,
  tickMs: 20,
};

/** A venue that is open on a server of the tests, and what it has told. */
export class WatchedVenue {
  readonly server: VenueServer;
  readonly books: Book[] = [];
  readonly told: { abbr: string; state: VenueCoinState }[] = [];
  readonly faults: unknown[] = [];
  private venue: Venue | null = null;

  constructor(server: VenueServer) {
    this.server = server;
  }

  static async open(
    name: string,
    server: VenueServer,
    coins: readonly string[] = ['BTC'],
    times: Partial<VenueTimes> = {},
  ): Promise<WatchedVenue> {
    const watched = new WatchedVenue(await server.start());
    watched.venue = await openCcxtVenue({
      venue: { ...(knownVenue(name) as KnownVenue), askGapMs: 5 },
      coins,
      urls: server.urls,
      times: { ...QUICK, ...times },
      world: { nowMs: Date.now, random: Math.random },
      ears: {
        book: (book) => watched.books.push(book),
        state: (abbr, state) => watched.told.push({ abbr, state }),
      },
      onFault: (error) => watched.faults.push(error),
    });
    return watched;
  }

  /** How it stands with a coin now. */
  state(abbr = 'BTC'): VenueCoinState | undefined {
    return this.told.findLast((each) => each.abbr === abbr)?.state;
  }

  what(abbr = 'BTC'): string | undefined {
    return this.state(abbr)?.what;
  }

  error(abbr = 'BTC'): string | null | undefined {
    return this.state(abbr)?.error;
  }

  isGood(abbr = 'BTC'): boolean {
    const state = this.state(abbr);
    return state !== undefined && isGood(state);
  }

  newest(abbr = 'BTC'): Book | undefined {
    return this.books.findLast((book) => book.abbr === abbr);
  }

  /** The words of all states that a coin has been in, each once in a row. */
  course(abbr = 'BTC'): string[] {
    const words = this.told.filter((each) => each.abbr === abbr).map(({ state }) => state.what);
    return words.filter((word, n) => word !== words[n - 1]);
  }

  async stopVenue(): Promise<void> {
    await this.venue?.stop();
    this.venue = null;
  }

  async stop(): Promise<void> {
    await this.stopVenue();
    await this.server.stop();
  }
}
