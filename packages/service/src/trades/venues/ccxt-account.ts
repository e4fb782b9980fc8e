import { Decimal } from '@swapdesk/contract';
import { foreignWords } from '../../foreign-words.ts';
import { type CcxtExchange, loadExchange, makeExchange } from '../../market/venues/ccxt-library.ts';
import { type KnownVenue, knownVenue } from '../../market/venues/known-venues.ts';
import type { VenueWorld } from '../../market/venues/venue.ts';
import { VenueHttp, VenueLine, VenueWaits } from '../../market/venues/venue-http.ts';
import { VENUE_TIMES, type VenueTimes } from '../../market/venues/venue-times.ts';
import { FIXED_DECIMALS } from '../../money/fixed.ts';
import { toExactUnits } from '../../money/units.ts';
import type { TradingVenueName } from './known-trading.ts';

/** What lets somebody trade in our name. */
export interface VenueKey {
  readonly key: string;
  readonly secret: string;
}

export interface AccountOptions extends VenueKey {
  readonly name: TradingVenueName;
  /** Where it answers, in place of its usual address. */
  readonly rest?: string;
  readonly world: VenueWorld;
  readonly times?: Partial<VenueTimes>;
}

/** What a venue has answered: its own words, with its own time. */
export interface AccountAnswer {
  readonly said: Said;
  /** Unix milliseconds; null if it says none. */
  readonly at: number | null;
}

/** JSON of a venue. */
export type Said = { readonly [key: string]: unknown };

/** A venue has not done what it was asked. With no answer at all, status is null. */
export class AccountFault extends Error {
  override readonly name = 'AccountFault';
  readonly status: number | null;
  /** Its words as they came; empty if none did. They may be long: no log writes them. */
  declare readonly body: string;
  /** True if nothing was sent. */
  readonly isUnsent: boolean;

  constructor(words: string, status: number | null, body: string, isUnsent: boolean) {
    super(words);
    this.status = status;
    Object.defineProperty(this, 'body', { value: body, enumerable: false });
    this.isUnsent = isUnsent;
  }
}

type Implicit = (params: object) => Promise<Said>;

/**
 * Our account at a venue, through ccxt, which knows addresses and signatures. What is asked and answered is in the venue's own
 * words: these hold numbers as text, of which nothing is lost.
 */
export class CcxtAccount {
  private readonly exchange: CcxtExchange & Record<string, unknown>;
  private readonly line: VenueLine;
  private last = '';
  /** One question at a time: each has to come with a higher number than the one before. */
  private turn: Promise<unknown> = Promise.resolve();

  private constructor(exchange: CcxtAccount['exchange'], line: VenueLine) {
    this.exchange = exchange;
    this.line = line;
    exchange.fetchImplementation = async (...question: Parameters<VenueLine['fetch']>) => {
      const answer = await line.fetch(...question);
      this.last = await answer.text();
      return answer;
    };
  }

  static async open({ name, key, secret, rest, world, times }: AccountOptions): Promise<CcxtAccount> {
    const venue = knownVenue(name) as KnownVenue;
    const all = { ...VENUE_TIMES, ...times };
    const line = new VenueLine(new VenueHttp({ world, times: all, mostBytes: venue.mostBytes }));
    const urls = rest === undefined ? {} : { rest };
    const exchange = makeExchange(await loadExchange(name), { venue, coins: [], urls, line, times: all });
    if (rest !== undefined) exchange.urls.api.private = rest;
    let before = 0;
    const nonce = () => {
      before = Math.max(before + 1, world.nowMs());
      return before;
    };
    return new CcxtAccount(Object.assign(exchange, { apiKey: key, secret, nonce }) as never, line);
  }

  /** Asks by the name that ccxt gives a venue's endpoint. */
  ask(endpoint: string, params: object = {}): Promise<AccountAnswer> {
    const asked = this.turn.then(() => this.askNow(endpoint, params));
    this.turn = asked.catch(() => {});
    return asked;
  }

  /** The venue's own time of its last answer, also of one that was a refusal. */
  get answeredAt(): number | null {
    return this.line.lastDate;
  }

  stop(): void {
    this.line.http.stop();
  }

  private async askNow(endpoint: string, params: object): Promise<AccountAnswer> {
    this.last = '';
    this.line.lastStatus = null;
    try {
      const said = await (this.exchange[endpoint] as Implicit)(params);
      return { said, at: this.line.lastDate };
    } catch (error) {
      // Without what follows the path: it is signed.
      const words = foreignWords((error as Error).message.replace(/\?\S*/g, ''));
      throw new AccountFault(words, this.line.lastStatus, this.last, error instanceof VenueWaits);
    }
  }
}

/** A number of a venue in 10^-18; throws if it is none, or finer. */
export function exactFixed(said: unknown): bigint {
  const number = typeof said === 'string' || typeof said === 'number' ? Decimal.parse(String(said)) : null;
  const units = number && toExactUnits(number, FIXED_DECIMALS);
  if (units === null) throw new Error(`the venue says ${JSON.stringify(said)} where a number should be`);
  return units;
}

/** The parts of an answer that are lists or objects; empty where it is neither. */
export function listOf(said: unknown): readonly Said[] {
  return Array.isArray(said) ? said : [];
}

export function entriesOf(said: unknown): [string, Said][] {
  return typeof said === 'object' && said !== null ? (Object.entries(said) as [string, Said][]) : [];
}
