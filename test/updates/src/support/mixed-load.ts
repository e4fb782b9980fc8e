import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { newReceiver } from '../../../attack/src/support/receivers.ts';

/** Small: what is reserved for fixed orders is a share of the treasury. */
const WAYS = [
  { from: 'Bitcoin/BTC', amount: 0.01, to: 'Ethereum/ETH' },
  { from: 'Ethereum/ETH', amount: 0.2, to: 'BSC/USDT' },
  { from: 'BSC/BNB', amount: 1, to: 'Polygon/USDC' },
  { from: 'Litecoin/LTC', amount: 5, to: 'Ethereum/USDT' },
  { from: 'Ethereum/ETH', amount: 0.2, to: 'Bitcoin/BTC' },
] as const;
export const CHAINS = ['Bitcoin', 'Litecoin', 'Ethereum', 'BSC', 'Polygon'] as const;
const PAUSE_MS = 60;
const MINE_MS = 500;

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever came
type Json = any;

/** What whoever placed an order was told of it. */
export interface Placed {
  readonly no: string;
  readonly query_code: string;
  readonly manage_code: string;
  readonly address: string;
}

/**
 * Clients of a desk of several nodes behind one address: each of their requests goes to another node than the one before. They quote,
 * place, pay, ask and list. What is not answered as it should be is a failure: nothing is asked for again.
 */
export class MixedLoad {
  readonly placed: Placed[] = [];
  readonly failures: string[] = [];
  answered = 0;
  private isOver = false;
  private readonly url: string;
  private readonly clients: readonly Promise<void>[];

  constructor(url: string, clients: number) {
    this.url = url;
    this.clients = [...Array.from({ length: clients }, (_, n) => this.client(n)), this.mine()];
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.clients);
  }

  private async client(nth: number): Promise<void> {
    for (let turn = nth; !this.isOver; turn++) {
      await this.place(turn).catch((error: Error) => this.failures.push(error.message));
      await this.look(turn).catch((error: Error) => this.failures.push(error.message));
      await sleep(PAUSE_MS);
    }
  }

  /** Blocks come by themselves every few seconds; orders are to be under way in all their states. */
  private async mine(): Promise<void> {
    while (!this.isOver) {
      for (const chain of CHAINS)
        await this.ask('/testnet/mine', { chain }).catch((error: Error) => this.failures.push(error.message));
      await sleep(MINE_MS);
    }
  }

  /** Every other order is fixed: one node seals its terms, and whichever is next opens them. */
  private async place(turn: number): Promise<void> {
    const { from, amount, to } = WAYS[turn % WAYS.length] as (typeof WAYS)[number];
    const body: Record<string, unknown> = {
      ...orderOf(from, amount, to),
      exchange_mode: turn % 2 === 0 ? 'float' : 'fixed',
    };
    const quote = await this.ask('/openapi/order/calculate', body);
    const order = quote.data.calc_id ? { ...body, calc_id: quote.data.calc_id } : body;
    const { data } = await this.ask('/openapi/order/place', order, { 'idempotency-key': randomUUID() });
    this.placed.push({ ...data, no: data.order_no });
    // One of eight is never paid, and expires or is cancelled.
    if (turn % 8 === 7)
      await this.ask('/openapi/order/cancel', { query_code: data.query_code, manage_code: data.manage_code });
    else await this.ask('/testnet/pay', { query_code: data.query_code });
  }

  private async look(turn: number): Promise<void> {
    const some = this.placed[(turn * 31) % Math.max(1, this.placed.length)];
    if (some !== undefined) {
      const { data } = await this.ask(`/openapi/order/query?query_code=${some.query_code}`);
      if (data.no !== some.no) throw new Error(`${some.no} is another order now`);
    }
    await this.ask(`/openapi/order/list?page_size=20&page=${1 + (turn % 3)}`);
  }

  private async ask(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Json> {
    const { status, json } = await send(this.url + path, body, headers).catch((error: Error) => {
      throw new Error(`${path}: ${error.message}`);
    });
    if (status !== 200 || json.code !== 0)
      throw new Error(`${path}: ${status} ${JSON.stringify(json).slice(0, 300)}`);
    this.answered++;
    return json;
  }
}

/** To a receiver of its own: what it is paid twice is seen there. */
export function orderOf(from: string, amount: number, to: string): Record<string, unknown> {
  const [from_chain, from_abbr] = from.split('/');
  const [to_chain = '', to_abbr] = to.split('/');
  const to_address = [{ to_chain, to_abbr, to_address: newReceiver(to_chain) }];
  return { exchange_mode: 'float', from_chain, from_abbr, from_quantity: amount, to_address };
}

/** Over a connection of its own. */
function send(
  url: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<{ status: number; json: Json }> {
  return new Promise((resolve, reject) => {
    const text = body === undefined ? '' : JSON.stringify(body);
    const method = body === undefined ? 'GET' : 'POST';
    const all = { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
    const asking = request(url, { method, agent: false, headers: all }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        try {
          resolve({ status: response.statusCode ?? 0, json: JSON.parse(Buffer.concat(chunks).toString()) });
        } catch (error) {
          reject(error);
        }
      });
    });
    asking.on('error', reject);
    asking.end(text);
  });
}
