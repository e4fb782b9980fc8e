import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { gzipSync } from 'node:zlib';

/** What a receiver says is not read, only taken off the wire; one that goes on is cut off. */
const MOST_ANSWER_BYTES = 65_536;
/** These ask to be tried again. */
const LATER: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** How it went: taken; refused, and would be again; or to be tried again. */
export type Posted = { readonly is: 'taken' } | { readonly is: 'refused' | 'later'; readonly why: string };

export interface Receiver {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly isCompressed: boolean;
}

/** Posts to a receiver of traces, one at a time. Whatever that does, there is an answer within the timeout. */
export class SpanPoster {
  private readonly receiver: Receiver;
  private readonly url: URL;
  private readonly agent: HttpAgent;

  constructor(receiver: Receiver) {
    this.receiver = receiver;
    this.url = new URL(receiver.url);
    const options = { keepAlive: true, maxSockets: 1 };
    this.agent = this.url.protocol === 'https:' ? new HttpsAgent(options) : new HttpAgent(options);
  }

  post(body: string): Promise<Posted> {
    const { headers, timeoutMs, isCompressed } = this.receiver;
    const bytes = isCompressed ? gzipSync(body) : Buffer.from(body);
    const all = {
      ...headers,
      'content-type': 'application/json',
      'content-length': bytes.length,
      ...(isCompressed && { 'content-encoding': 'gzip' }),
    };
    const request = this.url.protocol === 'https:' ? httpsRequest : httpRequest;
    return new Promise((resolve) => {
      const asking = request(this.url, { method: 'POST', headers: all, agent: this.agent });
      const timer = setTimeout(() => done('later', `no answer within ${timeoutMs / 1_000} s`), timeoutMs);
      timer.unref();
      const done = (is: 'refused' | 'later', why: string) => {
        clearTimeout(timer);
        asking.destroy();
        resolve({ is, why });
      };
      asking.on('error', (error: NodeJS.ErrnoException) => done('later', error.code ?? 'cannot be reached'));
      asking.on('response', (response) => {
        const status = response.statusCode ?? 0;
        let length = 0;
        response.on('data', ({ length: more }: Buffer) => {
          length += more;
          if (length > MOST_ANSWER_BYTES) asking.destroy();
        });
        if (status < 200 || status > 299) {
          response.on('error', () => {});
          done(LATER.has(status) ? 'later' : 'refused', `HTTP ${status}`);
          return;
        }
        // It has them. Its connection is used again once it has said all.
        response.on('error', () => {});
        response.on('close', () => clearTimeout(timer));
        resolve({ is: 'taken' });
      });
      asking.end(bytes);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}
