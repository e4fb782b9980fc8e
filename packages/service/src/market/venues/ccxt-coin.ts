import { type CcxtExchange, symbolOf } from './ccxt-library.ts';
import { CcxtStream } from './ccxt-stream.ts';
import { CoinBooks } from './coin-books.ts';
import { type BelievedReading, isFault, type VenueReading } from './judge-reading.ts';
import type { KnownVenue } from './known-venues.ts';
import { Backoff, type OpeningGate } from './reopening.ts';
import type { VenueEars, VenueWorld } from './venue.ts';
import { faultOf, faultOfAnswer } from './venue-fault.ts';
import type { VenueLine } from './venue-http.ts';
import type { VenueTimes } from './venue-times.ts';

/** Levels of each side in which a stream and an answer are compared. */
const COMPARED = 5;

export interface CcxtCoinOptions {
  readonly venue: KnownVenue;
  readonly abbr: string;
  readonly times: VenueTimes;
  readonly world: VenueWorld;
  readonly ears: VenueEars;
  readonly line: VenueLine;
  readonly gate: OpeningGate;
  readonly makeExchange: () => CcxtExchange;
}

/** A stream, and what it has told. */
interface OpenStream {
  readonly stream: CcxtStream;
  readonly openedAt: number;
  /** When its own time last moved on, or an answer last agreed with it. */
  movedAt: number;
  hasTold: boolean;
}

/**
 * One coin at one venue. Its stream is watched by the venue's own time: where that stands still, an answer of the venue
 * decides whether the market is quiet or the stream is dead. While there is no stream that tells, the venue is asked.
 */
export class CcxtCoin {
  readonly abbr: string;
  private readonly options: CcxtCoinOptions;
  private readonly books: CoinBooks;
  private readonly backoff: Backoff;
  private open: OpenStream | null = null;
  /** Not before the first answer, which says whether the venue knows the coin at all. */
  private openAt = Number.POSITIVE_INFINITY;
  private askAt = 0;

  constructor(options: CcxtCoinOptions) {
    const { venue, abbr, times, world, ears } = options;
    this.abbr = abbr;
    this.options = options;
    this.books = new CoinBooks({ venue: venue.name, abbr, times, world, ears });
    this.backoff = new Backoff(times.reopenMs, times.mostReopenMs, world.random);
  }

  /** When the venue is to be asked about it, Unix milliseconds. */
  get dueAt(): number {
    return this.open?.hasTold === true && !this.isFrozen() ? Number.POSITIVE_INFINITY : this.askAt;
  }

  /** What time alone changes. */
  look(): void {
    const { world, times, gate, line } = this.options;
    const now = world.nowMs();
    this.books.look();
    if (this.open !== null && now - this.open.openedAt > times.lifeMs) this.closeStream(0);
    if (this.open === null && now >= this.openAt && !line.http.isWaiting && gate.pass()) this.openStream();
  }

  /** What the venue has answered. */
  answered(reading: VenueReading): void {
    const wasFrozen = this.isFrozen();
    const isQuiet = wasFrozen && this.isAsTold(reading);
    this.asked(this.options.times.pollMs);
    const heard = this.books.hear(reading, isQuiet ? 'streaming' : 'polling');
    if (typeof heard === 'object') this.books.fail(heard.what, heard.words);
    if (isQuiet && this.open !== null) this.open.movedAt = this.options.world.nowMs();
    else if (wasFrozen) {
      if (typeof heard !== 'object')
        this.books.note('its stream stood still while its prices moved: it is opened again');
      this.closeStream();
    }
  }

  /** Why the venue has not answered. */
  failed(error: Error): void {
    const { times, line } = this.options;
    const fault = faultOfAnswer(error, line);
    if (this.open?.hasTold === true && !this.isFrozen()) {
      this.asked(times.pollMs);
      this.books.note(fault.words);
      return;
    }
    const wasFrozen = this.isFrozen();
    this.asked(times.pollMs);
    this.books.fail(fault.what, fault.words);
    if (fault.what === 'refused') {
      this.closeStream(times.refusedMs);
      this.asked(times.refusedMs);
    } else if (wasFrozen) this.closeStream();
  }

  stop(): void {
    this.open?.stream.close();
    this.open = null;
    this.openAt = Number.POSITIVE_INFINITY;
  }

  /** It need not be asked again before this. The first answer, whatever it is, lets the stream be opened. */
  private asked(pauseMs: number): void {
    const now = this.options.world.nowMs();
    this.askAt = now + pauseMs;
    if (this.openAt === Number.POSITIVE_INFINITY) this.openAt = now;
  }

  private isFrozen(): boolean {
    const { world, times } = this.options;
    return this.open !== null && world.nowMs() - this.open.movedAt > times.frozenMs;
  }

  /** A stream that stands still is right if the venue answers with the same book, and dead if it does not. */
  private isAsTold(reading: VenueReading): boolean {
    const judged = this.books.judge(reading);
    const told = this.books.newest;
    return this.open?.hasTold === true && told !== null && !isFault(judged) && isSameBook(told, judged);
  }

  private openStream(): void {
    const { venue, abbr, times, world } = this.options;
    const now = world.nowMs();
    const stream = new CcxtStream({
      exchange: this.options.makeExchange(),
      symbol: symbolOf(venue, abbr),
      levels: venue.streamLevels,
      gaps: venue.gaps,
      gapMs: times.gapMs,
      onReading: (reading) => this.told(reading),
      onEnd: (error) => this.ended(error),
    });
    this.open = { stream, openedAt: now, movedAt: now, hasTold: false };
  }

  private told(reading: VenueReading): void {
    // Some streams begin with a book without a time; the first change brings one.
    if (this.open === null || (reading.at === null && !this.open.hasTold)) return;
    const heard = this.books.hear(reading, 'streaming');
    if (typeof heard === 'object') {
      this.books.fail(heard.what, heard.words);
      this.closeStream();
      return;
    }
    if (heard !== 'newer') return;
    const now = this.options.world.nowMs();
    this.open.hasTold = true;
    this.open.movedAt = now;
    if (now - this.open.openedAt > this.options.times.mostReopenMs) this.backoff.reset();
  }

  /** What it said last does not count, until the venue answers. */
  private ended(error: Error): void {
    const { what, words } = faultOf(error, this.options.line.http);
    this.books.fail(what, words);
    this.closeStream();
  }

  /** It is opened again after a while, and the venue is asked at once. */
  private closeStream(waitMs = this.backoff.next()): void {
    const now = this.options.world.nowMs();
    if (this.open?.hasTold) this.askAt = now;
    this.open?.stream.close();
    this.open = null;
    this.openAt = now + waitMs;
  }
}

function isSameBook(a: BelievedReading, b: BelievedReading): boolean {
  return [
    [a.bids, b.bids],
    [a.asks, b.asks],
  ].every(([one = [], other = []]) =>
    one
      .slice(0, COMPARED)
      .every((level, n) => level.price === other[n]?.price && level.amount === other[n]?.amount),
  );
}
