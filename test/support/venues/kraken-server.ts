import { crc32 } from 'node:zlib';
import type { WebSocket } from 'ws';
import { type BookChange, changes, MovingBook, type WrittenLevel } from './moving-book.ts';
import { CROSSING, type ServedMarket, VenueServer } from './venue-server.ts';

const OLD_NAMES: Readonly<Record<string, string>> = {
  BTC: 'XXBTZUSD',
  ETH: 'XETHZUSD',
  LTC: 'XLTCZUSD',
  DOGE: 'XDGUSD',
  USDT: 'USDTZUSD',
};
const SUMMED = 10;
const DEPTH = 25;

/** Kraken: GET /0/public/Depth, and the channel book of its second WebSocket interface, with checksums. */
export class KrakenServer extends VenueServer {
  protected readonly restPath = '';
  protected readonly streamPath = '/v2';
  /** What subscribers know of each market: so many levels and no more. */
  private readonly seen = new Map<ServedMarket, BookChange>();

  constructor(prices: Readonly<Record<string, number>> = { BTC: 97_000, USDT: 0.9995 }) {
    super(
      Object.entries(prices).map(([abbr, price]) => ({
        abbr,
        id: OLD_NAMES[abbr] ?? `${abbr}USD`,
        streamId: `${abbr}/USD`,
        book: new MovingBook(price),
      })),
    );
  }

  protected answer(url: URL): { status: number; body: string } {
    const market = url.pathname === '/0/public/Depth' ? this.find(url.searchParams.get('pair')) : undefined;
    if (market === undefined) return { status: 200, body: '{"error":["EQuery:Unknown asset pair"]}' };
    const at = Math.floor(this.now() / 1000);
    const timed = (levels: readonly WrittenLevel[]) => levels.map((level) => [...level, at]);
    const book = { asks: timed(market.book.asks), bids: timed(this.bidsOf(market)) };
    return { status: 200, body: JSON.stringify({ error: [], result: { [market.id]: book } }) };
  }

  protected override greet(socket: WebSocket): void {
    super.greet(socket);
    this.send(
      socket,
      '{"channel":"status","type":"update","data":[{"version":"2.0.10","system":"online","api_version":"v2","connection_id":1}]}',
    );
  }

  protected hear(socket: WebSocket, text: string): void {
    const { method, params, req_id } = JSON.parse(text) as {
      method: string;
      params?: { channel: string; symbol: string[]; depth: number };
      req_id?: number;
    };
    // Pings are answered also where nothing else is told.
    if (method === 'ping') {
      socket.send(JSON.stringify({ method: 'pong', req_id }));
      return;
    }
    for (const symbol of params?.symbol ?? []) {
      const market = this.find(symbol);
      if (market === undefined) {
        const error = `Currency pair not supported ${symbol}`;
        this.send(socket, JSON.stringify({ error, method, req_id, success: false, symbol }));
        continue;
      }
      const result = { channel: 'book', depth: params?.depth, snapshot: true, symbol };
      this.send(socket, JSON.stringify({ method, req_id, result, success: true }));
      const fields = this.fields(market, top(market.book));
      this.send(socket, `{"channel":"book","type":"snapshot","data":[{${fields}}]}`);
      this.subscribe(socket, market);
    }
  }

  protected writeChange(market: ServedMarket, told: BookChange): string {
    const before = this.seen.get(market) ?? { bids: [], asks: [] };
    const after = top(market.book);
    this.seen.set(market, after);
    const crossed = told.bids.filter(isCrossed);
    const change = {
      bids: [...crossed, ...changes(before.bids, after.bids)],
      asks: changes(before.asks, after.asks),
    };
    const time = new Date(this.streamNow()).toISOString().replace('Z', '123Z');
    return `{"channel":"book","type":"update","data":[{${this.fields(market, change)},"timestamp":"${time}"}]}`;
  }

  /** Written by hand: its numbers keep the zeros at their end, of which the checksum is made too. */
  private fields({ streamId, book }: ServedMarket, { bids, asks }: BookChange): string {
    const list = (levels: readonly WrittenLevel[]) =>
      levels.map(([price, amount]) => `{"price":${price},"qty":${amount}}`).join(',');
    const sum = crc32(digits(book.asks) + digits([...bids.filter(isCrossed), ...book.bids]));
    return `"symbol":"${streamId}","bids":[${list(bids)}],"asks":[${list(asks)}],"checksum":${sum}`;
  }
}

function top({ bids, asks }: BookChange): BookChange {
  return { bids: bids.slice(0, DEPTH), asks: asks.slice(0, DEPTH) };
}

function isCrossed([price]: WrittenLevel): boolean {
  return price === CROSSING[0];
}

function digits(levels: readonly WrittenLevel[]): string {
  const bare = (text: string) => text.replace('.', '').replace(/^0+/, '');
  return levels
    .slice(0, SUMMED)
    .map(([price, amount]) => bare(price) + bare(amount))
    .join('');
}
