import { randomUUID } from 'node:crypto';
import { SIGNATURE_HEADERS, sign, signV2 } from '@swapdesk/contract';
import { SwapdeskError } from './error.ts';

export interface SwapdeskClientOptions {
  /** Where the service is, e.g. http://127.0.0.1:8080 */
  readonly url: string;
  /** With a key, every request is signed. */
  readonly key?: string;
  readonly secret?: string;
}

type Params = Readonly<Record<string, unknown>>;
type Answer = Record<string, unknown>;

/** Calls a Swapdesk. Signs when it has a key; throws SwapdeskError when refused. */
export class SwapdeskClient {
  private readonly options: SwapdeskClientOptions;

  constructor(options: SwapdeskClientOptions) {
    this.options = options;
  }

  /** A quote. */
  calculate(params: Params): Promise<Answer> {
    return this.post('/openapi/order/calculate', params);
  }

  /** Places an order. The idempotency key makes a retry safe. */
  place(params: Params, idempotencyKey: string = randomUUID()): Promise<Answer> {
    return this.post('/openapi/order/place', params, { 'idempotency-key': idempotencyKey });
  }

  /** One order. */
  query(queryCode: string): Promise<Answer> {
    return this.get('/openapi/order/query', { query_code: queryCode });
  }

  /** The account's orders. */
  list(params: Params = {}): Promise<Answer> {
    return this.get('/openapi/order/list', params);
  }

  /** Orders that came through the account's referral codes. */
  referralList(params: Params = {}): Promise<Answer> {
    return this.get('/openapi/refcode/order/list', params);
  }

  private post(path: string, params: Params, headers: Record<string, string> = {}): Promise<Answer> {
    return this.call('POST', path, '', JSON.stringify(params), {
      ...headers,
      'content-type': 'application/json',
    });
  }

  private get(path: string, params: Params): Promise<Answer> {
    const pairs = Object.entries(params).map(([name, value]): [string, string] => [name, String(value)]);
    return this.call('GET', path, new URLSearchParams(pairs).toString(), '', {});
  }

  private async call(
    method: string,
    path: string,
    query: string,
    body: string,
    headers: Record<string, string>,
  ): Promise<Answer> {
    const response = await fetch(`${this.options.url}${path}${query === '' ? '' : `?${query}`}`, {
      method,
      headers: { ...headers, ...this.signature(method, path, query, body, headers['idempotency-key']) },
      ...(body === '' ? {} : { body }),
    });
    const answer = (await response.json()) as Answer & { code: number; msg: string };
    if (answer.code !== 0) throw new SwapdeskError(response.status, answer);
    return answer;
  }

  /** In both forms: the first for hosts that know no other. */
  private signature(
    method: string,
    path: string,
    query: string,
    body: string,
    idempotencyKey = '',
  ): Record<string, string> {
    const { key, secret } = this.options;
    if (key === undefined || secret === undefined) return {};
    const signable = {
      key,
      nonce: randomUUID(),
      timestamp: String(Math.floor(Date.now() / 1000)),
      query,
      body,
    };
    return {
      [SIGNATURE_HEADERS.key]: key,
      [SIGNATURE_HEADERS.nonce]: signable.nonce,
      [SIGNATURE_HEADERS.timestamp]: signable.timestamp,
      [SIGNATURE_HEADERS.signature]: sign(secret, signable),
      [SIGNATURE_HEADERS.signatureV2]: signV2(secret, {
        ...signable,
        method,
        path,
        refCode: '',
        idempotencyKey,
      }),
    };
  }
}
