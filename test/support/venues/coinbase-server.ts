import type { WebSocket } from 'ws';
import { type BookChange, MovingBook, type WrittenLevel } from './moving-book.ts';
import { type ServedMarket, VenueServer } from './venue-server.ts';

/** Coinbase's Advanced Trade: GET /api/v3/brokerage/market/product_book, and the channel level2, whose messages are numbered. */
export class CoinbaseServer extends VenueServer {
  protected readonly restPath = '';
  protected readonly streamPath = '';
  private readonly sent = new WeakMap<WebSocket, number>();

  constructor(prices: Readonly<Record<string, number>> = { BTC: 97_000, USDT: 0.9995 }) {
    super(
      Object.entries(prices).map(([abbr, price]) => ({
        abbr,
        id: `${abbr}-USD`,
        streamId: `${abbr}-USD`,
        book: new MovingBook(price),
      })),
    );
  }

  protected answer(url: URL): { status: number; body: string } {
    const isBook = url.pathname === '/api/v3/brokerage/market/product_book';
    const market = isBook ? this.find(url.searchParams.get('product_id')) : undefined;
    if (market === undefined)
      return { status: 404, body: '{"error":"NOT_FOUND","error_details":"valid product_id is required"}' };
    const rows = (levels: readonly WrittenLevel[]) => levels.map(([price, size]) => ({ price, size }));
    const time = new Date(this.now()).toISOString().replace('Z', '606Z');
    const pricebook = {
      product_id: market.id,
      bids: rows(this.bidsOf(market)),
      asks: rows(market.book.asks),
      time,
    };
    return { status: 200, body: JSON.stringify({ pricebook, last: '1', spread_bps: '0.1' }) };
  }

  protected hear(socket: WebSocket, text: string): void {
    const { type, product_ids } = JSON.parse(text) as { type: string; product_ids: string[] };
    if (type !== 'subscribe') return;
    for (const market of product_ids.map((id) => this.find(id))) {
      if (market === undefined) continue;
      this.send(socket, this.write(market, 'snapshot', market.book));
      const events = [{ subscriptions: { level2: [market.id] } }];
      this.send(socket, JSON.stringify({ channel: 'subscriptions', timestamp: this.time(), events }));
      this.subscribe(socket, market);
    }
  }

  protected writeChange(market: ServedMarket, change: BookChange): string {
    return this.write(market, 'update', change);
  }

  /** Numbers what is sent, and what is lost on the way. */
  protected override send(socket: WebSocket, text: string): void {
    const number = this.sent.get(socket) ?? 0;
    this.sent.set(socket, number + 1);
    super.send(socket, text.replace(/^\{/, `{"sequence_num":${number},`));
  }

  protected override lose(socket: WebSocket): void {
    this.sent.set(socket, (this.sent.get(socket) ?? 0) + 1);
  }

  private time(): string {
    return new Date(this.streamNow()).toISOString().replace('Z', '964855Z');
  }

  private write({ id }: ServedMarket, type: string, { bids, asks }: BookChange): string {
    const rows = (side: string, levels: readonly WrittenLevel[]) =>
      levels.map(([price_level, new_quantity]) => ({
        side,
        event_time: '1970-01-01T00:00:00Z',
        price_level,
        new_quantity,
      }));
    const events = [{ type, product_id: id, updates: [...rows('bid', bids), ...rows('offer', asks)] }];
    return JSON.stringify({ channel: 'l2_data', client_id: '', timestamp: this.time(), events });
  }
}
