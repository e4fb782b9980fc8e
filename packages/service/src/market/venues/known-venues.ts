/** A venue that is known by name: what is particular about it, as data. */
export interface KnownVenue {
  /** In the configuration, and ccxt's own. */
  readonly name: string;
  readonly title: string;
  /**
   * What its prices are in. USD is converted at the venue's own price of USDT in USD, each side at the worse of the two:
   * its bids by what USDT costs there, its asks by what USDT brings.
   */
  readonly quote: 'USDT' | 'USD';
  /** Between coin and quote in the venue's names of its markets. */
  readonly separator: '' | '-';
  /** Markets with another name, by coin. */
  readonly marketIds: Readonly<Record<string, string>>;
  /** Coins that have no price of their own there. */
  readonly without: readonly string[];
  /**
   * Whose time an answer about a book has: the book's own, or that of the answer (the header Date, whole seconds rounded down),
   * which then counts only when the book has changed: an unchanged one is as old as when it was first seen. The books of all
   * streams have the venue's own time; `streamTime` says which.
   */
  readonly askedTime: 'book' | 'answer';
  readonly streamTime: string;
  /** How many levels are asked for, by stream and by question; some venues allow certain numbers only. */
  readonly streamLevels: number;
  readonly askedLevels: number;
  /** The longest message or answer that is read. */
  readonly mostBytes: number;
  /** The least between two questions. */
  readonly askGapMs: number;
  /** Little is traded there, so that little moves its prices. */
  readonly isSmall: boolean;
  /** Where ccxt keeps the addresses, below `urls.api`. */
  readonly restAt: readonly string[];
  readonly streamAt: readonly string[];
  /**
   * By what gaps in its stream are noticed: ccxt compares the numbers of messages, or does not and we do. A level that was
   * missed would stay until the book is crossed by it or the stream is opened anew.
   */
  readonly gaps: 'ccxt' | 'kraken-checksum' | 'coinbase-sequence' | 'bybit-sequence';
}

const MEGABYTE = 1_000_000;

export const KNOWN_VENUES: readonly KnownVenue[] = [
  {
    name: 'binance',
    title: 'Binance',
    quote: 'USDT',
    separator: '',
    marketIds: {},
    without: [],
    // GET /api/v3/depth gives a number of the last change (lastUpdateId) and no time.
    askedTime: 'answer',
    streamTime: 'E of depthUpdate, when the change was told',
    // The stream tells changes only, and levels beyond the snapshot's are unknown until they change.
    streamLevels: 1_000,
    askedLevels: 100,
    mostBytes: 2 * MEGABYTE,
    askGapMs: 100,
    isSmall: false,
    restAt: ['public'],
    streamAt: ['ws', 'spot'],
    gaps: 'ccxt',
  },
  {
    name: 'kraken',
    title: 'Kraken',
    quote: 'USD',
    separator: '',
    marketIds: { BTC: 'XXBTZUSD', ETH: 'XETHZUSD', LTC: 'XLTCZUSD', DOGE: 'XDGUSD', USDT: 'USDTZUSD' },
    without: [],
    // GET /0/public/Depth gives times of levels, which say when each last changed and not that it still stands.
    askedTime: 'answer',
    streamTime: 'timestamp of an update of book; its snapshot has none and is not counted',
    streamLevels: 25,
    askedLevels: 100,
    mostBytes: 2 * MEGABYTE,
    askGapMs: 1_000,
    isSmall: false,
    restAt: ['public'],
    streamAt: ['ws', 'publicV2'],
    gaps: 'kraken-checksum',
  },
  {
    name: 'coinbase',
    title: 'Coinbase',
    quote: 'USD',
    separator: '-',
    marketIds: {},
    // It takes one USDC for one USD.
    without: ['USDC'],
    askedTime: 'book',
    streamTime: 'timestamp of the message',
    streamLevels: 1_000,
    askedLevels: 50,
    // The stream begins with the whole book: of BTC more than 5 MB.
    mostBytes: 32 * MEGABYTE,
    askGapMs: 200,
    isSmall: false,
    restAt: ['rest'],
    streamAt: ['ws'],
    gaps: 'coinbase-sequence',
  },
  {
    name: 'okx',
    title: 'OKX',
    quote: 'USDT',
    separator: '-',
    marketIds: {},
    without: [],
    askedTime: 'book',
    streamTime: 'ts of the book',
    streamLevels: 400,
    askedLevels: 100,
    mostBytes: 2 * MEGABYTE,
    askGapMs: 100,
    isSmall: false,
    restAt: ['rest'],
    streamAt: ['ws'],
    gaps: 'ccxt',
  },
  {
    name: 'bybit',
    title: 'Bybit',
    quote: 'USDT',
    separator: '',
    marketIds: {},
    without: [],
    askedTime: 'book',
    streamTime: 'ts of the message',
    streamLevels: 50,
    askedLevels: 50,
    mostBytes: 2 * MEGABYTE,
    askGapMs: 100,
    isSmall: false,
    restAt: ['public'],
    streamAt: ['ws', 'public', 'spot'],
    gaps: 'bybit-sequence',
  },
];

/** What prices are told in. */
export const TOLD_IN = 'USDT';

/** The venue of that name, if there is one. */
export function knownVenue(name: string): KnownVenue | undefined {
  return KNOWN_VENUES.find((venue) => venue.name === name);
}

/** The name of a coin's market, as the venue writes it. */
export function marketIdOf({ marketIds, separator, quote }: KnownVenue, abbr: string): string {
  return marketIds[abbr] ?? `${abbr}${separator}${quote}`;
}

/** The coins of these that a venue has a price of, and USDT where it is needed to convert. */
export function coinsAt({ without, quote }: KnownVenue, coins: readonly string[]): string[] {
  const asked = coins.filter((abbr) => abbr !== TOLD_IN && !without.includes(abbr));
  return quote === TOLD_IN ? asked : [TOLD_IN, ...asked];
}
