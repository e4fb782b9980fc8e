import type { WebSocket } from 'ws';
import { type BookChange, MovingBook } from './moving-book.ts';
import { type ServedMarket, VenueServer } from './venue-server.ts';

/** Bybit's spot: GET /v5/market/orderbook, and the topic orderbook.50. */
export class BybitServer extends VenueServer {
  protected readonly restPath = '';
  // ccxt tells spot from the rest by the word.
  protected readonly streamPath = '/v5/public/spot';

  constructor(prices: Readonly<Record<string, number>> = { BTC: 97_000, ETH: 3_600 }) {
    super(
      Object.entries(prices).map(([abbr, price]) => ({
        abbr,
        id: `${abbr}USDT`,
        streamId: `orderbook.50.${abbr}USDT`,
        book: new MovingBook(price),
      })),
    );
  }

  protected answer(url: URL): { status: number; body: string } {
    const market =
      url.pathname === '/v5/market/orderbook' ? this.find(url.searchParams.get('symbol')) : undefined;
    const time = this.now();
    const outcome =
      market === undefined
        ? { retCode: 10001, retMsg: 'Not supported symbols', result: {} }
        : {
            retCode: 0,
            retMsg: 'OK',
            result: {
              s: market.id,
              a: market.book.asks,
              b: this.bidsOf(market),
              ts: time,
              u: market.book.version,
            },
          };
    return { status: 200, body: JSON.stringify({ ...outcome, retExtInfo: {}, time }) };
  }

  protected hear(socket: WebSocket, text: string): void {
    const { op, args = [], req_id } = JSON.parse(text) as { op: string; args?: string[]; req_id?: string };
    const ret_msg = op === 'ping' ? 'pong' : '';
    // Pings are answered also where nothing else is told.
    socket.send(JSON.stringify({ success: true, ret_msg, conn_id: '2324d924', req_id, op }));
    for (const market of args.map((topic) => this.find(topic))) {
      if (market === undefined) continue;
      this.send(socket, this.write(market, 'snapshot', market.book));
      this.subscribe(socket, market);
    }
  }

  protected writeChange(market: ServedMarket, change: BookChange): string {
    return this.write(market, 'delta', change);
  }

  private write({ id, streamId, book }: ServedMarket, type: string, { bids, asks }: BookChange): string {
    const data = { s: id, b: bids, a: asks, u: book.version, seq: book.version * 7 };
    return JSON.stringify({ topic: streamId, ts: this.streamNow(), type, data, cts: this.streamNow() });
  }
}
