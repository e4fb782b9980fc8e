import fc from 'fast-check';
import type { Request } from './request.ts';

export const REF_CODE = 'ATTACK';

/** A request as it is sent. */
export interface Shot extends Omit<Request, 'quote'> {
  readonly method: 'GET' | 'POST';
  readonly prefix: string;
  readonly isChunked: boolean;
  readonly headers: readonly (readonly [string, string])[];
}

const prefix = fc.constantFrom('/openapi', '/api/v1/openapi', '/api/v1');
const contentType = fc.oneof(
  {
    weight: 30,
    arbitrary: fc.constantFrom('application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON'),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      null,
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonx',
      'text/json',
      '*/*',
      'a',
    ),
  },
);

const ODD_HEADERS: readonly (readonly [string, string])[] = [
  ['accept', 'text/html'],
  ['cookie', '__proto__=1'],
  ['user-agent', "'; DROP TABLE orders; --"],
  ['accept-encoding', 'br, gzip, *;q=0'],
  ['content-language', 'tlh'],
  ['range', 'bytes=0-1'],
  ['if-none-match', '*'],
  ['x-http-method-override', 'DELETE'],
  ['origin', 'http://localhost:1'],
  ['x-request-id', '\xff'],
];
const headers = fc.array(fc.constantFrom(...ODD_HEADERS), { maxLength: 1 });

export const transport = { prefix, contentType, isChunked: fc.nat(9).map((n) => n === 0), headers };

const PATHS = {
  calculate: '/order/calculate',
  place: '/order/place',
  query: '/order/query',
  list: '/order/list',
  refcode: '/refcode/order/list',
};

/** The bytes of a request. */
export function bytesOf(shot: Shot): Buffer {
  const { method, prefix: base, endpoint, query, body, isChunked, contentType: type } = shot;
  const lines = [
    `${method} ${base}${PATHS[endpoint]}${query === '' ? '' : `?${query}`} HTTP/1.1`,
    'host: localhost',
  ];
  if (type !== null) lines.push(`content-type: ${type}`);
  if (shot.idempotencyKey !== null) lines.push(`idempotency-key: ${shot.idempotencyKey}`);
  if (shot.refCode !== null) lines.push(`ref-code: ${shot.refCode}`);
  for (const [name, value] of shot.headers) lines.push(`${name}: ${value}`);
  if (isChunked) lines.push('transfer-encoding: chunked');
  else if (body.length > 0 || method === 'POST') lines.push(`content-length: ${body.length}`);
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  return Buffer.concat([head, isChunked ? chunked(body) : body]);
}

function chunked(body: Buffer): Buffer {
  const size = Math.max(1, Math.ceil(body.length / 3));
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length; at += size) {
    const chunk = body.subarray(at, at + size);
    parts.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n'));
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]);
}
