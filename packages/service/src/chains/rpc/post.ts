import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { foreignWords } from '../../foreign-words.ts';
import { KnownSecrets } from '../../known-secrets.ts';
import { RpcUnreachable } from './errors.ts';

/** More than any block takes; an answer beyond it is not of a node. */
const MAX_ANSWER_BYTES = 400_000_000;
/** Connections to one node: a slow answer must not hold up the others for ever. */
const MAX_SOCKETS = 4;

export interface HttpResponse {
  readonly status: number;
  readonly text: string;
}

/** Is told how long it took until a method was answered, or given up, and then why. */
export type Took = (method: string, ms: number, failure?: unknown) => void;

/** Posts JSON to one place over connections that are kept. */
export class Poster {
  private readonly url: URL;
  private readonly timeoutMs: number;
  private readonly headers: Readonly<Record<string, string>>;
  private readonly agent: HttpAgent;
  private readonly took: Took;
  /** What the other side learns of us, and may quote. */
  private readonly shown = new KnownSecrets();

  constructor(
    url: URL,
    timeoutMs: number,
    headers: Readonly<Record<string, string>> = {},
    took: Took = () => {},
  ) {
    this.url = url;
    this.timeoutMs = timeoutMs;
    this.headers = headers;
    this.took = took;
    this.shown.addUrl(url.href);
    for (const header of Object.values(headers)) this.shown.add(header);
    const options = { keepAlive: true, maxSockets: MAX_SOCKETS };
    this.agent = url.protocol === 'https:' ? new HttpsAgent(options) : new HttpAgent(options);
  }

  /** To a path below the place, if there is one. A kept connection may be closed by the other side just as it is used again: that alone is tried once more. */
  async post(body: string, authorization: string | null, method: string, path = ''): Promise<HttpResponse> {
    const began = performance.now();
    try {
      const answer = await this.onceOrAgain(body, authorization, path);
      this.took(method, performance.now() - began);
      return answer;
    } catch (error) {
      this.took(method, performance.now() - began, error);
      throw error;
    }
  }

  /** What the other side says, for people: without what it was shown. */
  quote(words: unknown, most?: number): string {
    return foreignWords(this.shown.hide(String(words)), most);
  }

  close(): void {
    this.agent.destroy();
  }

  private async onceOrAgain(body: string, authorization: string | null, path: string): Promise<HttpResponse> {
    try {
      return await this.once(body, authorization, path);
    } catch (error) {
      if (!(error instanceof StaleConnection)) throw error;
      return await this.once(body, authorization, path);
    }
  }

  private once(body: string, authorization: string | null, path: string): Promise<HttpResponse> {
    const bytes = Buffer.from(body);
    const target = path === '' ? this.url : below(this.url, path);
    const headers: Record<string, string | number> = {
      ...this.headers,
      'content-type': 'application/json',
      'content-length': bytes.length,
    };
    if (authorization !== null) {
      headers.authorization = authorization;
      this.shown.addAuthorization(authorization);
    }
    const request = this.url.protocol === 'https:' ? httpsRequest : httpRequest;
    return new Promise<HttpResponse>((resolve, reject) => {
      let hasAnswer = false;
      const sent = request(target, { method: 'POST', headers, agent: this.agent }, (response) => {
        hasAnswer = true;
        read(response).then(resolve, fail);
      });
      const late = new Error(`no answer within ${this.timeoutMs / 1000} s`);
      const timer = setTimeout(() => {
        fail(late);
        sent.destroy();
      }, this.timeoutMs);
      const fail = (error: NodeJS.ErrnoException) => {
        clearTimeout(timer);
        const isClosed = error.code === 'ECONNRESET' || error.code === 'EPIPE';
        reject(sent.reusedSocket && isClosed && !hasAnswer ? new StaleConnection() : this.unreachable(error));
      };
      sent.on('error', fail);
      sent.on('close', () => clearTimeout(timer));
      sent.end(bytes);
    });
  }

  private unreachable(error: NodeJS.ErrnoException): RpcUnreachable {
    const what = error.message || error.code;
    return new RpcUnreachable(`the node at ${this.url.host} cannot be reached: ${what}`, { cause: error });
  }
}

class StaleConnection extends Error {}

function below(place: URL, path: string): URL {
  const target = new URL(place);
  target.pathname = `${place.pathname.replace(/\/$/, '')}/${path}`;
  return target;
}

async function read(response: IncomingMessage): Promise<HttpResponse> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_ANSWER_BYTES) throw new Error(`the answer is longer than ${MAX_ANSWER_BYTES} bytes`);
    chunks.push(chunk);
  }
  return { status: response.statusCode ?? 0, text: Buffer.concat(chunks, length).toString('utf8') };
}
