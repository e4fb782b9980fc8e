import { BybitSequence } from './bybit-sequence.ts';
import type { CcxtBook, CcxtExchange, CcxtSocket } from './ccxt-library.ts';
import { CoinbaseSequence } from './coinbase-sequence.ts';
import type { ReadLevel, VenueReading } from './judge-reading.ts';
import type { KnownVenue } from './known-venues.ts';
import { KrakenChecksum } from './kraken-checksum.ts';
import { MOST_LEVELS } from './venue-times.ts';

export interface StreamOptions {
  /** An exchange of its own, which is used up: what one stream does to it cannot disturb another. */
  readonly exchange: CcxtExchange;
  readonly symbol: string;
  readonly levels: number;
  readonly gaps: KnownVenue['gaps'];
  readonly gapMs: number;
  readonly onReading: (reading: VenueReading) => void;
  /** Told once, unless it was closed before. */
  readonly onEnd: (error: Error) => void;
}

/** What a stream says that does not fit together. */
export class StreamBroken extends Error {
  override readonly name = 'StreamBroken';
}

/** One connection for the books of one coin. It ends with the first error, and is not mended but replaced. */
export class CcxtStream {
  private readonly options: StreamOptions;
  private readonly sockets = new Set<CcxtSocket>();
  private isOver = false;
  private pause: { timer: NodeJS.Timeout; end: () => void } | null = null;

  constructor(options: StreamOptions) {
    this.options = options;
    this.tapSockets();
    void this.run();
  }

  /** Ends it at once: a closing handshake with somebody who is not there would take half a minute. */
  close(): void {
    if (this.isOver) return;
    this.isOver = true;
    if (this.pause !== null) {
      clearTimeout(this.pause.timer);
      this.pause.end();
    }
    // Rejects what waits inside, with errors that nobody needs to hear.
    this.options.exchange.close().catch(() => {});
    for (const socket of this.sockets) socket.connection?.terminate?.();
    // One that was about to connect does so before it hears that it is closed.
    setImmediate(() => {
      for (const socket of this.sockets) socket.connection?.terminate?.();
    });
  }

  private async run(): Promise<void> {
    const { exchange, symbol, levels, gapMs, onReading } = this.options;
    try {
      while (!this.isOver) {
        const book = await exchange.watchOrderBook(symbol, levels);
        await this.wait(gapMs);
        // It has changed in place meanwhile, for good or, if it was dropped, for bad.
        if (!this.isOver && exchange.orderbooks[symbol] === book) onReading(readingOf(book));
      }
    } catch (error) {
      this.end(error as Error);
    }
  }

  private end(error: Error): void {
    if (this.isOver) return;
    this.close();
    this.options.onEnd(error);
  }

  private wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        this.pause = null;
        resolve();
      };
      this.pause = { timer: setTimeout(end, ms), end };
      this.pause.timer.unref();
    });
  }

  /** Hears each message before ccxt does, and knows each connection, also those that ccxt has forgotten. */
  private tapSockets(): void {
    const { exchange } = this.options;
    const check = checkOf(this.options.gaps);
    const client = exchange.client.bind(exchange);
    exchange.client = (url) => {
      const socket = client(url);
      if (this.sockets.has(socket)) return socket;
      this.sockets.add(socket);
      const onMessage = socket.onMessage.bind(socket);
      socket.onMessage = (event) => {
        if (this.isOver) return;
        if (check?.hear(String(event.data)) !== false) onMessage(event);
        else this.end(new StreamBroken('something of its stream was missed'));
      };
      return socket;
    };
  }
}

function checkOf(gaps: KnownVenue['gaps']): { hear(text: string): boolean } | null {
  if (gaps === 'kraken-checksum') return new KrakenChecksum();
  if (gaps === 'bybit-sequence') return new BybitSequence();
  return gaps === 'coinbase-sequence' ? new CoinbaseSequence() : null;
}

export function readingOf({ bids, asks, timestamp }: CcxtBook): VenueReading {
  return { bids: best(bids), asks: best(asks), at: timestamp ?? null };
}

/** A copy: ccxt's own lists are of a kind of its own, and change. */
function best(levels: readonly ReadLevel[]): ReadLevel[] {
  return Array.from({ length: Math.min(levels.length, MOST_LEVELS) }, (_, n) => levels[n] as ReadLevel);
}
