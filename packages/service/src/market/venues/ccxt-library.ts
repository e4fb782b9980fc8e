import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PACKAGE_FOLDER } from '../../package-folder.ts';
import { StartupError } from '../../startup-error.ts';
import type { ReadLevel } from './judge-reading.ts';
import { type KnownVenue, marketIdOf } from './known-venues.ts';
import type { VenueLine } from './venue-http.ts';
import type { VenueTimes } from './venue-times.ts';

/** The part of ccxt that is used, as it is: its own types are not there unless it is installed. */
export interface CcxtBook {
  readonly bids: readonly ReadLevel[];
  readonly asks: readonly ReadLevel[];
  readonly timestamp?: number | undefined;
}

export interface CcxtSocket {
  readonly connection?: { terminate?(): void } | undefined;
  onMessage(event: { data: unknown }): void;
}

export interface CcxtExchange {
  readonly urls: { readonly api: Record<string, unknown> };
  readonly options: Record<string, unknown>;
  readonly orderbooks: Readonly<Record<string, CcxtBook>>;
  fetchImplementation: unknown;
  httpAgent: unknown;
  log: () => void;
  client(url: string): CcxtSocket;
  setMarkets(markets: readonly object[]): unknown;
  fetchOrderBook(symbol: string, levels: number): Promise<CcxtBook>;
  watchOrderBook(symbol: string, levels: number): Promise<CcxtBook>;
  close(): Promise<void>;
}

export type CcxtExchangeClass = new (options: object) => CcxtExchange;

const FOLDER = join(PACKAGE_FOLDER, 'ccxt');

/** Throws, with what to type, unless what the venue needs is installed. */
export async function checkInstalled(name: string): Promise<void> {
  const [wanted, installed] = await Promise.all([
    readFile(join(FOLDER, 'package-lock.json'), 'utf8'),
    readFile(join(FOLDER, 'node_modules', '.installed'), 'utf8').catch(() => null),
  ]);
  if (installed !== wanted) {
    const why = installed === null ? 'is not installed' : 'is installed in another version';
    throw new StartupError(`The venue ${name} needs ccxt, which ${why}. Run: npm run venues`);
  }
}

/** Loads what one exchange needs and no other; throws if it is not installed. */
export async function loadExchange(name: string): Promise<CcxtExchangeClass> {
  await checkInstalled(name);
  // The package exports all exchanges or none: one alone is a file of it.
  const file = join(FOLDER, 'node_modules', 'ccxt', 'js', 'src', 'pro', `${name}.js`);
  const loaded = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as {
    default: CcxtExchangeClass;
  };
  return loaded.default;
}

/** Where a venue answers, in place of its usual addresses. */
export interface VenueUrls {
  readonly rest?: string;
  readonly stream?: string;
}

export interface ExchangeOptions {
  readonly venue: KnownVenue;
  readonly coins: readonly string[];
  readonly urls: VenueUrls;
  readonly line: VenueLine;
  readonly times: VenueTimes;
}

/**
 * An exchange that knows its markets without asking: the lists of all that exchanges trade are many megabytes. What it does
 * not trade it refuses when asked for.
 */
export function makeExchange(Exchange: CcxtExchangeClass, options: ExchangeOptions): CcxtExchange {
  const { venue, coins, urls, line, times } = options;
  // How often it is asked is ours to decide.
  const exchange = new Exchange({ enableRateLimit: false, timeout: times.answerMs, userAgent: 'Swapdesk' });
  exchange.fetchImplementation = line.fetch;
  // Without a word about it ccxt refuses addresses that begin with ws://.
  exchange.httpAgent = null;
  exchange.log = () => {};
  exchange.options.ws = {
    ...(exchange.options.ws as object | undefined),
    keepAlive: times.pingMs,
    connectionTimeout: times.answerMs,
    options: { maxPayload: venue.mostBytes, handshakeTimeout: times.answerMs },
  };
  // The snapshot of a stream is asked for once: what to do when that fails is decided here.
  exchange.options.watchOrderBook = { ...(exchange.options.watchOrderBook as object), maxRetries: 1 };
  if (urls.rest !== undefined) setAt(exchange.urls.api, venue.restAt, urls.rest);
  if (urls.stream !== undefined) setAt(exchange.urls.api, venue.streamAt, urls.stream);
  exchange.setMarkets(coins.map((abbr) => market(venue, abbr)));
  return exchange;
}

export function symbolOf(venue: KnownVenue, abbr: string): string {
  return `${abbr}/${venue.quote}`;
}

function market(venue: KnownVenue, abbr: string): object {
  const id = marketIdOf(venue, abbr);
  return {
    id,
    lowercaseId: id.toLowerCase(),
    symbol: symbolOf(venue, abbr),
    base: abbr,
    quote: venue.quote,
    baseId: abbr,
    quoteId: venue.quote,
    type: 'spot',
    spot: true,
    active: true,
    precision: { price: undefined, amount: undefined },
    limits: {},
    info: {},
  };
}

function setAt(tree: Record<string, unknown>, path: readonly string[], value: string): void {
  const inner = path.slice(0, -1).reduce((at, key) => at[key] as Record<string, unknown>, tree);
  inner[path.at(-1) as string] = value;
}
