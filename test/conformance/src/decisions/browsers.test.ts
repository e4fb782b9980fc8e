import { describe, expect, it } from 'vitest';
import { exchange } from '../support/http.ts';
import { quoteRequest } from '../support/requests.ts';
import { sample } from '../support/samples.ts';

const origin = 'https://shop.example';
const FOR_PAGES = [
  ['POST', '/openapi/order/calculate'],
  ['POST', '/openapi/order/place'],
  ['GET', '/openapi/order/query'],
  ['GET', '/openapi/order/events'],
  ['GET', '/openapi/abbr/lists'],
  ['GET', '/openapi/abbr/recent/prices'],
  ['GET', '/openapi/durations'],
  ['GET', '/openapi/service'],
  ['POST', '/openapi/address/validate'],
  ['POST', '/api/v1/order/calculate'],
] as const;
const NOT_FOR_PAGES = [
  '/openapi/order/list',
  '/openapi/refcode/order/list',
  '/openapi/events',
  '/console/api/session',
];

/** A browser that asks beforehand whether a page may call. */
const preflight = (target: string, method: string, sent: string) =>
  exchange({
    method: 'OPTIONS',
    target,
    body: '',
    headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': sent },
  });
const words = (header: unknown) =>
  String(header ?? '')
    .toLowerCase()
    .split(/, */);

describe('pages of other sites (decisions, 1)', () => {
  it.each(FOR_PAGES)('may %s %s', async (method, path) => {
    const { status, headers } = await preflight(path, method, 'content-type');
    expect(status).toBe(204);
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(words(headers['access-control-allow-methods'])).toContain(method.toLowerCase());
    expect(words(headers['access-control-allow-headers'])).toContain('content-type');
  });

  it('are not invited to sign', async () => {
    const { headers } = await preflight('/openapi/order/place', 'POST', 'x-api-key');
    expect(words(headers['access-control-allow-headers']).filter((name) => name.startsWith('x-api'))).toEqual(
      [],
    );
    expect(headers['access-control-allow-credentials']).toBeUndefined();
  });

  it.each(NOT_FOR_PAGES)('may not read %s', async (target) => {
    for (const answer of [
      await preflight(target, 'GET', 'x-api-key'),
      await exchange({ method: 'GET', target, headers: { origin }, body: '' }),
    ])
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('read answers and refusals', async () => {
    const ask = (body: unknown) =>
      exchange({
        method: 'POST',
        target: '/openapi/order/calculate',
        body: JSON.stringify(body),
        headers: { origin, 'content-type': 'application/json' },
      });
    for (const [body, status] of [
      [await quoteRequest(), 200],
      [{}, 400],
    ] as const) {
      const answer = await ask(body);
      expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([status, '*']);
      expect(words(answer.headers['access-control-expose-headers'])).toContain('retry-after');
    }
    const { placed } = await sample();
    const target = `/openapi/order/query?query_code=${placed.query_code}`;
    const query = await exchange({ method: 'GET', target, headers: { origin }, body: '' });
    expect(query.headers['access-control-allow-origin']).toBe('*');
  });
});
