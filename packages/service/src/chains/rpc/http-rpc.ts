import type { NodeClient } from './endpoint.ts';
import { RpcUnreachable } from './errors.ts';
import type { RpcCall } from './json-rpc.ts';
import { type HttpResponse, Poster, type Took } from './post.ts';

/** Calls that one request carries: providers refuse many more. */
const MOST_PER_BATCH = 100;
/** What nodes answer that take no batches. */
const INVALID_REQUEST = -32600;

/** A node that answers JSON-RPC. What it says is whatever it says: whoever asks checks the answer's form. */
export interface Rpc extends NodeClient {
  call<T>(method: string, params?: readonly unknown[]): Promise<T>;
  /** The answers, in the order of the calls. Throws if one of them is an error. */
  batch<T>(calls: readonly RpcCall[]): Promise<T[]>;
}

interface Reply {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: RpcRefusal;
}

/** What a node says for a no. */
export interface RpcRefusal {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

export interface HttpRpcOptions {
  /** `http(s)://[user:password@]host[:port]/path`. */
  readonly url: string;
  readonly timeoutMs: number;
  /** Such as a provider's key. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly took?: Took;
}

/** JSON-RPC over HTTP, on connections that are kept. What a node's no means is the family's business. */
export abstract class HttpJsonRpc implements Rpc {
  readonly host: string;
  private readonly poster: Poster;
  private readonly authorization: string | null;
  private lastId = 0;
  private takesBatches = true;

  constructor({ url, timeoutMs, headers, took }: HttpRpcOptions) {
    const target = new URL(url);
    const { protocol, host, username, password } = target;
    if (protocol !== 'http:' && protocol !== 'https:') {
      throw new RangeError(`${host}: an endpoint's address begins with http:// or https://`);
    }
    const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    this.authorization = username === '' ? null : `Basic ${Buffer.from(pair).toString('base64')}`;
    target.username = '';
    target.password = '';
    this.host = host;
    this.poster = new Poster(target, timeoutMs, headers, took);
  }

  async call<T>(method: string, params: readonly unknown[] = []): Promise<T> {
    const id = ++this.lastId;
    const reply = (await this.post({ jsonrpc: '2.0', id, method, params }, method, method)) as Reply;
    return this.resultOf<T>(reply, method);
  }

  async batch<T>(calls: readonly RpcCall[]): Promise<T[]> {
    const answers: T[] = [];
    for (let from = 0; from < calls.length; from += MOST_PER_BATCH) {
      answers.push(...(await this.batchOf<T>(calls.slice(from, from + MOST_PER_BATCH))));
    }
    return answers;
  }

  /** Ends the connections that are kept. */
  close(): void {
    this.poster.close();
  }

  protected abstract refused(method: string, refusal: RpcRefusal): Error;

  private async batchOf<T>(calls: readonly RpcCall[]): Promise<T[]> {
    if (!this.takesBatches) return this.oneByOne<T>(calls);
    const requests = calls.map((call) => ({ jsonrpc: '2.0', id: ++this.lastId, ...call }));
    const what = `${calls.length} × ${calls[0]?.method}`;
    const replies = await this.post(requests, what, calls[0]?.method ?? '');
    if (!Array.isArray(replies)) {
      // A node that takes no batches answers with one error.
      this.takesBatches = (replies as Reply).error?.code !== INVALID_REQUEST;
      if (this.takesBatches) this.resultOf(replies as Reply, what);
      return this.oneByOne<T>(calls);
    }
    const byId = new Map((replies as Reply[]).map((reply) => [reply.id, reply]));
    return requests.map(({ id, method }) => this.resultOf<T>(byId.get(id), method));
  }

  private async oneByOne<T>(calls: readonly RpcCall[]): Promise<T[]> {
    const answers: T[] = [];
    for (const { method, params } of calls) answers.push(await this.call<T>(method, params));
    return answers;
  }

  private resultOf<T>(reply: Reply | undefined | null, method: string): T {
    if (reply?.error)
      throw this.refused(method, { ...reply.error, message: this.poster.quote(reply.error.message) });
    if (reply?.result === undefined) throw new RpcUnreachable(`${this.host} gives no answer to ${method}`);
    return reply.result as T;
  }

  private async post(body: unknown, what: string, method: string): Promise<unknown> {
    try {
      return this.readAnswer(await this.poster.post(JSON.stringify(body), this.authorization, method));
    } catch (error) {
      throw new RpcUnreachable(`${what}: ${(error as Error).message}`, { cause: error });
    }
  }

  /** Errors come with a status of their own from some nodes, and with 200 from others. */
  private readAnswer({ status, text }: HttpResponse): unknown {
    const answer = parsed(text);
    if (answer !== null && typeof answer === 'object' && !('message' in answer)) return answer;
    throw new Error(`${this.host} answers HTTP ${status}: ${this.poster.quote(text)}`);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
