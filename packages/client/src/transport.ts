import { answerOf } from './answer.ts';
import { Deadline } from './deadline.ts';
import { NetworkError } from './network-error.ts';
import type { CallOptions, SwapdeskClientOptions } from './options.ts';
import { pauseBefore } from './retry.ts';
import { type Credentials, signedHeaders } from './signed-headers.ts';
import { wait } from './wait.ts';
import { writeJson } from './write-json.ts';

const TIMEOUT_MS = 10_000;
const RETRIES = 3;

/** What is asked: GET with parameters, or POST with a body. */
export interface Asked {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly params: object;
  /** Being worked on twice does no harm. */
  readonly isRepeatable: boolean;
  readonly idempotencyKey?: string;
}

/** The road to the service: writes and signs requests, sends them again where that is safe, tells answers from errors. */
export class Transport {
  private readonly base: URL;
  private readonly credentials: Credentials | null;
  private readonly options: SwapdeskClientOptions;

  constructor(options: SwapdeskClientOptions) {
    const { url, key, secret } = options;
    if ((key === undefined) !== (secret === undefined)) throw new TypeError('key and secret go together');
    this.base = new URL(url);
    this.credentials = key === undefined || secret === undefined ? null : { key, secret };
    this.options = options;
  }

  /** All of the answer; throws SwapdeskError, NetworkError or TimeoutError. */
  async call<Answer>(asked: Asked, options: CallOptions = {}): Promise<Answer> {
    const { isRepeatable } = asked;
    const retries = options.retries ?? this.options.retries ?? RETRIES;
    for (let attempt = 0; ; attempt++) {
      const deadline = new Deadline(this.timeoutOf(options), options.signal);
      try {
        const response = await this.send(asked, deadline);
        return (await answerOf(response, deadline)) as Answer;
      } catch (error) {
        const pause = pauseBefore(error, { attempt, isRepeatable, chance: Math.random() });
        if (attempt >= retries || pause === null || options.signal?.aborted) throw error;
        await wait(pause, options.signal);
      } finally {
        deadline.end();
      }
    }
  }

  timeoutOf(options: CallOptions): number {
    return options.timeoutMs ?? this.options.timeoutMs ?? TIMEOUT_MS;
  }

  /** One attempt, until the answer begins. */
  async send({ method, path, params, idempotencyKey = '' }: Asked, deadline: Deadline): Promise<Response> {
    const query = method === 'GET' ? queryOf(params) : '';
    const body = method === 'GET' ? '' : writeJson(params);
    const url = new URL(this.base);
    url.pathname = `${url.pathname.replace(/\/$/, '')}${path}`;
    url.search = query;
    const signable = { method, path: url.pathname, query, body, idempotencyKey };
    const headers: Record<string, string> =
      this.credentials === null ? {} : await signedHeaders(this.credentials, signable);
    if (body !== '') headers['content-type'] = 'application/json';
    if (idempotencyKey !== '') headers['idempotency-key'] = idempotencyKey;
    const send = this.options.fetch ?? globalThis.fetch;
    // Not 'error': with that Node 20 does not let go of a stream whose reader has gone.
    const guarded = { credentials: 'omit', redirect: 'manual' } as const;
    const request = { method, headers, signal: deadline.signal, ...guarded };
    const response = await deadline.guard(() => send(url, body === '' ? request : { ...request, body }));
    // What is signed is for this service alone, and nobody else says where to pay.
    if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
      await response.body?.cancel();
      throw new NetworkError('the service answered with a redirect', { status: response.status });
    }
    return response;
  }
}

function queryOf(params: object): string {
  const said = Object.entries(params).filter(([, value]) => value !== undefined);
  return new URLSearchParams(said.map(([name, value]): [string, string] => [name, String(value)])).toString();
}
