import type { WebSocket } from 'ws';
import { type BookChange, MovingBook, type WrittenLevel } from './moving-book.ts';
import { type ServedMarket, VenueServer } from './venue-server.ts';

/** OKX: GET /api/v5/market/books, and the channel books of its public WebSocket, whose messages are numbered. */
export class OkxServer extends VenueServer {
  protected readonly restPath = '';
  protected readonly streamPath = '/ws/v5';

  constructor(prices: Readonly<Record<string, number>> = { BTC: 97_000, ETH: 3_600 }) {
    super(
      Object.entries(prices).map(([abbr, price]) => ({
        abbr,
        id: `${abbr}-USDT`,
        streamId: `${abbr}-USDT`,
        book: new MovingBook(price),
      })),
    );
  }

  protected answer(url: URL): { status: number; body: string } {
    const market =
      url.pathname === '/api/v5/market/books' ? this.find(url.searchParams.get('instId')) : undefined;
    if (market === undefined)
      return { status: 200, body: '{"code":"51001","msg":"Instrument ID does not exist","data":[]}' };
    const data = [{ asks: rows(market.book.asks), bids: rows(this.bidsOf(market)), ts: String(this.now()) }];
    return { status: 200, body: JSON.stringify({ code: '0', msg: '', data }) };
  }

  protected hear(socket: WebSocket, text: string): void {
    if (text === 'ping') {
      socket.send('pong');
      return;
    }
    const { op, args } = JSON.parse(text) as { op: string; args: { channel: string; instId: string }[] };
    for (const arg of args) {
      const market = this.find(arg.instId);
      if (op !== 'subscribe' || market === undefined) {
        const msg = `Wrong URL or channel:${arg.channel},instId:${arg.instId} doesn't exist.`;
        this.send(socket, JSON.stringify({ event: 'error', code: '60018', msg, connId: 'a4d3ae55' }));
        continue;
      }
      this.send(socket, JSON.stringify({ event: 'subscribe', arg, connId: 'a4d3ae55' }));
      this.send(socket, this.write(market, 'snapshot', market.book, -1));
      this.subscribe(socket, market);
    }
  }

  protected writeChange(market: ServedMarket, change: BookChange): string {
    return this.write(market, 'update', change, market.book.version - 1);
  }

  private write(
    { id, book }: ServedMarket,
    action: string,
    { bids, asks }: BookChange,
    prevSeqId: number,
  ): string {
    const ts = String(this.streamNow());
    const data = [{ asks: rows(asks), bids: rows(bids), ts, checksum: 0, prevSeqId, seqId: book.version }];
    return JSON.stringify({ arg: { channel: 'books', instId: id }, action, data });
  }
}

/** With what stands behind price and amount there: nothing, and the number of orders. */
function rows(levels: readonly WrittenLevel[]): string[][] {
  return levels.map((level) => [...level, '0', '3']);
}
