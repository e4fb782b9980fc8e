import { RpcUnreachable } from '../rpc/errors.ts';
import { Poster, type Took } from '../rpc/post.ts';

const NOT_FOUND = 404;

/** A node's answer; whoever asks checks its form. What is zero or empty is left out of it, as in every protobuf. */
export type NodeAnswer = Readonly<Record<string, unknown>>;

/** A full node: what it holds now (`wallet`), and as of its solidified block (`walletsolidity`). */
export interface TronNode {
  /** For people: the host alone, because paths and queries of endpoints hold keys. */
  readonly host: string;
  wallet<T = NodeAnswer>(method: string, body?: NodeAnswer): Promise<T>;
  solid<T = NodeAnswer>(method: string, body?: NodeAnswer): Promise<T>;
}

/** The node was reached, understood us and refuses. */
export class TronRefusal extends Error {
  /** In a log a node's refusal has one name, whatever its family. */
  override readonly name = 'RpcError';
}

/** The node does not have the method, or does not give it to us. */
export class NotOffered extends TronRefusal {}

export interface TronNodeOptions {
  /** `http(s)://host[:port][/path]`, below which `wallet` is. */
  readonly url: string;
  /** Where `walletsolidity` is, if elsewhere: a node of one's own has a port for it. */
  readonly solidityUrl: string | null;
  readonly timeoutMs: number;
  /** Such as a provider's key. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly took?: Took;
}

/** A node over HTTP, on connections that are kept. */
export class HttpTronNode implements TronNode {
  readonly host: string;
  private readonly full: Poster;
  private readonly solidified: Poster;

  constructor({ url, solidityUrl, timeoutMs, headers, took }: TronNodeOptions) {
    const target = new URL(url);
    this.host = target.host;
    this.full = new Poster(target, timeoutMs, headers, took);
    this.solidified =
      solidityUrl === null ? this.full : new Poster(new URL(solidityUrl), timeoutMs, headers, took);
  }

  wallet<T>(method: string, body: NodeAnswer = {}): Promise<T> {
    return this.ask<T>(this.full, `wallet/${method}`, body);
  }

  solid<T>(method: string, body: NodeAnswer = {}): Promise<T> {
    return this.ask<T>(this.solidified, `walletsolidity/${method}`, body);
  }

  /** Ends the connections that are kept. */
  close(): void {
    this.full.close();
    this.solidified.close();
  }

  private async ask<T>(poster: Poster, path: string, body: NodeAnswer): Promise<T> {
    const { status, text } = await poster.post(JSON.stringify(body), null, path, path);
    if (status === NOT_FOUND) throw new NotOffered(`${this.host} does not offer ${path}`);
    const answer = parsed(text);
    if (status >= 400 || answer === null || typeof answer !== 'object')
      throw new RpcUnreachable(`${this.host} answers ${path} with HTTP ${status}: ${poster.quote(text)}`);
    if ('Error' in answer)
      throw new TronRefusal(`${this.host} answers ${path} with: ${poster.quote(answer.Error)}`);
    return answer as T;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
