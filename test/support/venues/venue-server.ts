import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import type { BookChange, MovingBook, WrittenLevel } from './moving-book.ts';

/** What is wrong with a venue, to be set while it runs. */
export interface VenueFaults {
  /** What every question is answered with, in place of a book. */
  http: { status: number; headers?: Record<string, string>; body?: string } | null;
  /**
   * Of the stream: nothing is told but pings are answered (mute), nothing at all comes or is read (deaf), text that is no
   * JSON (rubbish), JSON that is no book (nonsense), new connections are refused (closed).
   */
  stream: 'mute' | 'deaf' | 'rubbish' | 'nonsense' | 'closed' | null;
  /** Bids above asks: told by the stream alone, or by all. */
  crossed: 'stream' | 'all' | null;
  /** The stream's times stand still, while what it tells moves. */
  timeStands: boolean;
  /** The next change is not told to those who listen. */
  loseOne: boolean;
  /** Prices and amounts do not move. */
  marketStands: boolean;
  /** The venue's clock goes ahead by so much. */
  skewMs: number;
}

const WELL: VenueFaults = {
  http: null,
  stream: null,
  crossed: null,
  timeStands: false,
  loseOne: false,
  marketStands: false,
  skewMs: 0,
};

/** A bid above all that is asked. */
export const CROSSING: WrittenLevel = ['999999.00', '1.00000000'];

/** A market of a venue: its names there, and its book. */
export interface ServedMarket {
  readonly abbr: string;
  readonly id: string;
  readonly streamId: string;
  readonly book: MovingBook;
}

/** A connection that has asked for a market. */
interface Subscriber {
  readonly socket: WebSocket;
  readonly market: ServedMarket;
}

/** An exchange on this machine, which answers in a real one's own form and can do wrong in every way that is known of them. */
export abstract class VenueServer {
  readonly faults: VenueFaults = { ...WELL };
  /** What was asked over HTTP, and how many connections were made for streams. */
  requests: string[] = [];
  connections = 0;
  protected readonly markets: readonly ServedMarket[];
  private readonly moveMs: number;
  private readonly subscribers = new Set<Subscriber>();
  private server: Server | null = null;
  private sockets: WebSocketServer | null = null;
  private moving: NodeJS.Timeout | null = null;
  private port = 0;
  private stoodAt: number | null = null;

  constructor(markets: readonly ServedMarket[], moveMs = 40) {
    this.markets = markets;
    this.moveMs = moveMs;
  }

  /** The path of its questions and of its stream, as in the real one's addresses. */
  protected abstract readonly restPath: string;
  protected abstract readonly streamPath: string;
  /** The answer about a book; null for a market that there is not. */
  protected abstract answer(url: URL): { status: number; body: string };
  /** What a client says over the stream. */
  protected abstract hear(socket: WebSocket, text: string): void;
  protected abstract writeChange(market: ServedMarket, change: BookChange): string;

  get urls(): { rest: string; stream: string } {
    const host = `127.0.0.1:${this.port}`;
    return { rest: `http://${host}${this.restPath}`, stream: `ws://${host}${this.streamPath}` };
  }

  /** Then USDT has a market too, to convert by. */
  get isInDollars(): boolean {
    return this.markets.some(({ abbr }) => abbr === 'USDT');
  }

  get openStreams(): number {
    return this.sockets?.clients.size ?? 0;
  }

  async start(): Promise<this> {
    const server = createServer((request, response) => this.serve(request, response));
    const sockets = new WebSocketServer({ noServer: true });
    server.on('upgrade', (request, socket, head) => {
      this.connections++;
      if (this.faults.stream === 'closed') return socket.destroy();
      sockets.handleUpgrade(request, socket, head, (opened) => this.greet(opened));
    });
    server.listen(this.port, '127.0.0.1');
    await once(server, 'listening');
    this.port = (server.address() as AddressInfo).port;
    this.server = server;
    this.sockets = sockets;
    this.moving = setInterval(() => this.move(), this.moveMs);
    return this;
  }

  /** It may be started again, and is then where it was. */
  async stop(): Promise<void> {
    if (this.server === null) return;
    if (this.moving !== null) clearInterval(this.moving);
    for (const socket of this.sockets?.clients ?? []) socket.terminate();
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
    this.server = null;
    this.subscribers.clear();
  }

  /** The market of a coin. */
  market(abbr: string): ServedMarket {
    const found = this.markets.find((each) => each.abbr === abbr);
    if (found === undefined) throw new Error(`${abbr} is not traded here`);
    return found;
  }

  /** Puts all in order again. */
  heal(): void {
    Object.assign(this.faults, WELL);
  }

  /** The venue's own time. */
  protected now(): number {
    return Date.now() + this.faults.skewMs;
  }

  /** The time that the stream tells. */
  protected streamNow(): number {
    if (!this.faults.timeStands) this.stoodAt = null;
    else this.stoodAt ??= this.now();
    return this.stoodAt ?? this.now();
  }

  protected bidsOf({ book }: ServedMarket): readonly WrittenLevel[] {
    return this.faults.crossed === 'all' ? [CROSSING, ...book.bids] : book.bids;
  }

  protected find(id: string | null): ServedMarket | undefined {
    return this.markets.find((market) => market.id === id || market.streamId === id);
  }

  protected subscribe(socket: WebSocket, market: ServedMarket): void {
    this.subscribers.add({ socket, market });
  }

  protected send(socket: WebSocket, text: string): void {
    if (this.faults.stream === 'mute' || this.faults.stream === 'deaf') return;
    socket.send(text);
  }

  /** What was meant for it does not arrive. */
  protected lose(_socket: WebSocket): void {}

  protected greet(socket: WebSocket): void {
    socket.on('message', (data) => {
      if (this.faults.stream !== 'deaf') this.hear(socket, String(data));
    });
    socket.on('close', () => {
      for (const each of this.subscribers) if (each.socket === socket) this.subscribers.delete(each);
    });
    socket.on('error', () => {});
  }

  private move(): void {
    const { faults } = this;
    for (const socket of this.sockets?.clients ?? [])
      if (faults.stream === 'deaf') socket.pause();
      else if (socket.isPaused) socket.resume();
    if (faults.marketStands) return;
    let hasLost = false;
    for (const market of this.markets) {
      const change = market.book.move();
      const told = faults.crossed === null ? change : { ...change, bids: [CROSSING, ...change.bids] };
      const text = this.writeChange(market, told);
      for (const { socket, market: asked } of this.subscribers) {
        if (asked !== market) continue;
        if (faults.loseOne) {
          this.lose(socket);
          hasLost = true;
        } else this.send(socket, spoilt(text, faults.stream));
      }
    }
    if (hasLost) faults.loseOne = false;
  }

  private serve(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', 'http://venue');
    this.requests.push(url.pathname + url.search);
    const { http } = this.faults;
    const { status, body } = http === null ? this.answer(url) : { body: '{}', ...http };
    response.writeHead(status, {
      'content-type': 'application/json',
      date: new Date(this.now()).toUTCString(),
      ...http?.headers,
    });
    response.end(body);
  }
}

function spoilt(text: string, fault: VenueFaults['stream']): string {
  if (fault === 'rubbish') return `{"${text.slice(0, 40)}`;
  return fault === 'nonsense' ? '{"data":[{"bids":7,"asks":{"a":null}}],"arg":3,"channel":"book"}' : text;
}
