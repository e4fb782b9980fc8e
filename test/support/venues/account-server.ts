import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An order as a venue has it, whatever it calls the parts. */
export interface HeldOrder {
  readonly id: string;
  readonly clientId: string;
  readonly market: string;
  readonly isBuy: boolean;
  readonly amount: string;
  readonly price: string;
  isOver: boolean;
  readonly trades: HeldTrade[];
}

export interface HeldTrade {
  readonly id: string;
  readonly amount: string;
  readonly price: string;
  readonly value: string;
  readonly fee: string;
}

/** What is wrong with it, to be set while it runs. */
export interface AccountFaults {
  /** Of the next request that would make an order: the line breaks before it is read, or after it is done. */
  cut: 'before' | 'after' | null;
  /** What every request is answered with instead. */
  answer: { readonly status: number; readonly body: string } | null;
  /** Orders stay open. */
  keepsOpen: boolean;
  skewMs: number;
}

export interface AccountAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** What a request brings. */
export interface AccountRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/**
 * A venue's private interface on this machine, in the real one's own form: it checks signatures, keeps orders and balances, and
 * fills every order as the test has said.
 */
export abstract class AccountServer {
  readonly key = 'the-key';
  abstract readonly secret: string;
  readonly faults: AccountFaults = { cut: null, answer: null, keepsOpen: false, skewMs: 0 };
  readonly orders: HeldOrder[] = [];
  readonly requests: AccountRequest[] = [];
  /** What the next order is filled with. */
  fills: HeldTrade[] = [];
  balances: Record<string, string> = {};
  private server: Server | null = null;
  private port = 0;

  protected abstract readonly restPath: string;
  protected abstract answer(request: AccountRequest): AccountAnswer;
  /** True for a request that makes an order. */
  protected abstract isOrder(request: AccountRequest): boolean;

  get rest(): string {
    return `http://127.0.0.1:${this.port}${this.restPath}`;
  }

  async start(): Promise<this> {
    const server = createServer((request, response) => void this.serve(request, response));
    server.listen(this.port, '127.0.0.1');
    await once(server, 'listening');
    this.port = (server.address() as AddressInfo).port;
    this.server = server;
    return this;
  }

  async stop(): Promise<void> {
    if (this.server === null) return;
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
    this.server = null;
  }

  protected now(): number {
    return Date.now() + this.faults.skewMs;
  }

  protected make(order: Omit<HeldOrder, 'id' | 'isOver' | 'trades'>): HeldOrder {
    const id = String(1_000 + this.orders.length);
    const made = { ...order, id, isOver: !this.faults.keepsOpen, trades: this.fills };
    this.fills = [];
    this.orders.push(made);
    return made;
  }

  private async serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const [path = '/', query = ''] = (incoming.url ?? '/').split('?');
    const request: AccountRequest = {
      method: incoming.method ?? 'GET',
      path,
      query,
      body: Buffer.concat(chunks).toString('utf8'),
      headers: incoming.headers as AccountRequest['headers'],
    };
    this.requests.push(request);
    const cut = this.isOrder(request) ? this.faults.cut : null;
    if (cut !== null) this.faults.cut = null;
    if (cut === 'before') return void incoming.socket.destroy();
    const { status, body } = this.faults.answer ?? this.answer(request);
    if (cut === 'after') return void incoming.socket.destroy();
    const headers = { 'content-type': 'application/json', date: new Date(this.now()).toUTCString() };
    response.writeHead(status, headers);
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  }
}

/** The digits of numbers with so many decimals, added up exactly. */
export function sumOf(numbers: readonly string[], decimals: number): string {
  const units = numbers.map((number) => {
    const [whole = '0', part = ''] = number.split('.');
    return BigInt(whole + part.padEnd(decimals, '0').slice(0, decimals));
  });
  const text = String(units.reduce((sum, each) => sum + each, 0n)).padStart(decimals + 1, '0');
  return `${text.slice(0, -decimals)}.${text.slice(-decimals)}`;
}
