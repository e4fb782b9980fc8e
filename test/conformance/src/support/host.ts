import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { type Answer, readEnvelope } from './envelope.ts';
import { exchange } from './http.ts';
import { options } from './options.ts';
import { signedHeaders } from './signed.ts';

export type Params = Readonly<Record<string, string | number>>;

export interface Call {
  readonly method: string;
  /** From the root: /openapi/order/query. */
  readonly path: string;
  readonly query?: Params | string;
  /** A value is sent as JSON; text and bytes as they are. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Without the key, although one was given. */
  readonly anonymous?: boolean;
}

const LONGEST_WAIT_MS = 150_000;
const ROOT = '/openapi';

/** Calls the host, signed if there is a key. A host that limits its callers is waited for, as it asks. */
export async function call(request: Call): Promise<Answer> {
  const giveUpAt = Date.now() + LONGEST_WAIT_MS;
  for (;;) {
    const answer = readEnvelope(await exchange(toHttp(request)));
    if (answer.status !== 429 || Date.now() > giveUpAt) return answer;
    const seconds = Number(answer.headers['retry-after']);
    expect(seconds, 'a 429 says in Retry-After how many seconds to wait').toBeGreaterThan(0);
    expect(answer.code, 'a 429 has code 1').toBe(1);
    await sleep(seconds * 1000);
  }
}

/** Asks for a path that the host may not have; null where it has not. What it then answers, and how, is its own affair. */
export async function probe(method: 'GET' | 'POST', path: string): Promise<Answer | null> {
  const body: Pick<Call, 'body'> = method === 'POST' ? { body: {} } : {};
  const answer = await exchange(toHttp({ method, path: ROOT + path, ...body }));
  return answer.status === 404 || answer.status === 405 || answer.status === 501
    ? null
    : readEnvelope(answer);
}

/** A POST below /openapi. */
export function post(path: string, body: unknown, more: Partial<Call> = {}): Promise<Answer> {
  return call({ method: 'POST', path: ROOT + path, body, ...more });
}

/** A GET below /openapi. */
export function get(path: string, query: Params | string = '', more: Partial<Call> = {}): Promise<Answer> {
  return call({ method: 'GET', path: ROOT + path, query, ...more });
}

function toHttp({ method, path, query = '', body, headers = {}, anonymous = false }: Call) {
  const queryText = typeof query === 'string' ? query : queryString(query);
  const bodyText =
    typeof body === 'string' || Buffer.isBuffer(body) ? body : body === undefined ? '' : JSON.stringify(body);
  const type: Record<string, string> =
    bodyText.length === 0 && method === 'GET' ? {} : { 'content-type': 'application/json' };
  const signed =
    options.credentials === null || anonymous
      ? {}
      : signedHeaders(options.credentials, { query: queryText, body: bodyText.toString() });
  return {
    method,
    target: queryText === '' ? path : `${path}?${queryText}`,
    headers: { ...type, ...signed, ...headers },
    body: bodyText,
  };
}

function queryString(params: Params): string {
  const texts = Object.entries(params).map(([name, value]): [string, string] => [name, String(value)]);
  return new URLSearchParams(texts).toString();
}
