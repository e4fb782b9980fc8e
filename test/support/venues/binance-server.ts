import type { WebSocket } from 'ws';
import { type BookChange, MovingBook } from './moving-book.ts';
import { type ServedMarket, VenueServer } from './venue-server.ts';

/** Binance's spot: GET /api/v3/depth, and the stream of changes <market>@depth@100ms. */
export class BinanceServer extends VenueServer {
  protected readonly restPath = '/api/v3';
  // ccxt tells spot from futures by the word.
  protected readonly streamPath = '/stream/ws';

  constructor(prices: Readonly<Record<string, number>> = { BTC: 97_000, ETH: 3_600 }) {
    super(
      Object.entries(prices).map(([abbr, price]) => ({
        abbr,
        id: `${abbr}USDT`,
        streamId: `${abbr.toLowerCase()}usdt@depth@100ms`,
        book: new MovingBook(price),
      })),
    );
  }

  protected answer(url: URL): { status: number; body: string } {
    const market = url.pathname === '/api/v3/depth' ? this.find(url.searchParams.get('symbol')) : undefined;
    if (market === undefined) return { status: 400, body: '{"code":-1121,"msg":"Invalid symbol."}' };
    const { version, asks } = market.book;
    return {
      status: 200,
      body: JSON.stringify({ lastUpdateId: version * 10, bids: this.bidsOf(market), asks }),
    };
  }

  protected hear(socket: WebSocket, text: string): void {
    const { method, params, id } = JSON.parse(text) as { method: string; params: string[]; id: number };
    if (method !== 'SUBSCRIBE') return;
    for (const name of params) {
      const market = this.find(name);
      if (market !== undefined) this.subscribe(socket, market);
    }
    this.send(socket, JSON.stringify({ result: null, id }));
  }

  protected writeChange({ id, book }: ServedMarket, { bids, asks }: BookChange): string {
    const last = book.version * 10;
    return JSON.stringify({
      e: 'depthUpdate',
      E: this.streamNow(),
      s: id,
      U: last - 9,
      u: last,
      b: bids,
      a: asks,
    });
  }
}
