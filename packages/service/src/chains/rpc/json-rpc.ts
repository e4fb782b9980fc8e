import { type Json, parseJson } from '@swapdesk/contract';
import { readCookie } from './cookie.ts';
import { RpcError, RpcUnreachable } from './errors.ts';
import { isFields } from './fields.ts';
import { type HttpResponse, Poster, type Took } from './post.ts';

const DEFAULT_TIMEOUT_MS = 60_000;
const DEFAULT_BATCH = 100;

export interface JsonRpcOptions {
  /** Where the node listens; may hold user and password. */
  readonly url: string;
  /** A file with `user:password` that the node writes anew at each start (Core's `.cookie`). */
  readonly cookieFile?: string;
  readonly timeoutMs?: number;
  /** Calls that are sent together at most. */
  readonly batchSize?: number;
  readonly took?: Took;
}

export interface RpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

/**
 * A node behind JSON-RPC. Numbers are read digit for digit, as `Decimal`: nodes of Bitcoin's family state amounts as
 * 0.1, which no binary float holds. Every call may be made twice: one on a stale connection is.
 */
export class JsonRpc {
  /** For people: without user and password. */
  readonly host: string;
  private readonly poster: Poster;
  private readonly basic: string | null;
  private readonly cookieFile: string | null;
  private readonly batchSize: number;

  constructor({ url, cookieFile, timeoutMs, batchSize, took }: JsonRpcOptions) {
    const target = new URL(url);
    const user = decodeURIComponent(target.username);
    const password = decodeURIComponent(target.password);
    // Errors and logs name the node: they must not name its password.
    target.username = '';
    target.password = '';
    this.basic = user === '' && password === '' ? null : `${user}:${password}`;
    this.host = target.host;
    this.poster = new Poster(target, timeoutMs ?? DEFAULT_TIMEOUT_MS, {}, took);
    this.cookieFile = cookieFile ?? null;
    this.batchSize = batchSize ?? DEFAULT_BATCH;
  }

  /** Makes one call. Throws RpcError if the node refuses it, RpcUnreachable if there is no usable answer. */
  async call(method: string, ...params: readonly unknown[]): Promise<Json> {
    const answer = await this.post(JSON.stringify({ jsonrpc: '1.0', id: 0, method, params }), method);
    const outcome = this.outcome(method, this.parse(answer));
    if (outcome instanceof RpcError) throw outcome;
    return outcome;
  }

  /** Makes many calls, in order; one that the node refuses does not stop the others. */
  async batch(calls: readonly RpcCall[]): Promise<(Json | RpcError)[]> {
    const outcomes: (Json | RpcError)[] = [];
    for (let start = 0; start < calls.length; start += this.batchSize) {
      outcomes.push(...(await this.together(calls.slice(start, start + this.batchSize))));
    }
    return outcomes;
  }

  /** Lets go of the connections. */
  close(): void {
    this.poster.close();
  }

  private async together(calls: readonly RpcCall[]): Promise<(Json | RpcError)[]> {
    const body = calls.map(({ method, params }, id) => ({ jsonrpc: '1.0', id, method, params }));
    const answers = this.parse(await this.post(JSON.stringify(body), calls[0]?.method ?? ''));
    // A node that refuses the whole, because it is still loading, answers with one object.
    if (!Array.isArray(answers)) throw this.refusedWhole(answers);
    // They may come in any order.
    const byId = new Map(answers.map((answer) => [isFields(answer) ? String(answer.id) : '', answer]));
    return calls.map(({ method }, id) => this.outcome(method, byId.get(String(id)) ?? null));
  }

  private refusedWhole(answer: Json): Error {
    const outcome = this.outcome('batch', answer);
    return outcome instanceof RpcError
      ? outcome
      : new RpcUnreachable(`The node at ${this.host} does not take several calls at once`);
  }

  private outcome(method: string, answer: Json): Json | RpcError {
    if (!isFields(answer)) throw this.noJsonRpc('the answer to a call is missing');
    const error = answer.error ?? null;
    if (error === null) {
      const result = answer.result;
      if (result === undefined) throw this.noJsonRpc('an answer has neither result nor error');
      return result;
    }
    const code = isFields(error) ? Number(String(error.code)) : Number.NaN;
    const reason = this.poster.quote(isFields(error) ? error.message : error);
    return new RpcError(method, code, reason);
  }

  private async post(body: string, method: string): Promise<HttpResponse> {
    const answer = await this.poster.post(body, await this.authorization(), method);
    if (answer.status === 401 || answer.status === 403) {
      throw new RpcUnreachable(
        `The node at ${this.host} refuses us (HTTP ${answer.status}): check the user, the password or the cookie file, and rpcallowip`,
      );
    }
    return answer;
  }

  /** Core answers a refused call with HTTP 500 or 404 and says why in the body, so the body is what counts. */
  private parse({ status, text }: HttpResponse): Json {
    try {
      return parseJson(text);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      throw this.noJsonRpc(`HTTP ${status}: ${this.poster.quote(text, 100) || 'nothing'}`);
    }
  }

  private noJsonRpc(what: string): RpcUnreachable {
    return new RpcUnreachable(`What answers at ${this.host} does not speak JSON-RPC: ${what}`);
  }

  private async authorization(): Promise<string | null> {
    const pair = this.cookieFile === null ? this.basic : await readCookie(this.host, this.cookieFile);
    return pair === null ? null : `Basic ${Buffer.from(pair).toString('base64')}`;
  }
}
