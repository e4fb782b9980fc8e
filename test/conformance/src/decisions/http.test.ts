import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../support/envelope.ts';
import { expectParameterError } from '../support/expect.ts';
import { call, get, post } from '../support/host.ts';
import { exchange, say } from '../support/http.ts';
import { calculate, quoteRequest } from '../support/requests.ts';
import { sample } from '../support/samples.ts';

const LIMIT_BYTES = 64 * 1024;

/** The envelope holds for what lies beyond the document too. */
function expectBeyond(answer: Answer, status: number): void {
  expect({ status: answer.status, code: answer.code }).toEqual({ status, code: 1 });
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
  expect(answer.msg).not.toBe('');
  expect(answer.text, 'never a stack trace').not.toMatch(/\bat .+:\d+:\d+/);
}

/** A good request, padded to so many bytes. */
async function padded(bytes: number): Promise<string> {
  const text = JSON.stringify(await quoteRequest());
  return text + ' '.repeat(bytes - text.length);
}

describe('beyond the document (decisions, 1)', () => {
  it.each([
    '/openapi/order/nothing',
    '/openapi',
    '/openapi/order/calculate/more',
    '/openapi/%2e%2e/etc/passwd',
  ])('GET %s is 404: there is no such route', async (path) =>
    expectBeyond(await call({ method: 'GET', path }), 404),
  );

  it.each([
    ['GET', '/openapi/order/calculate'],
    ['GET', '/openapi/order/place'],
    ['POST', '/openapi/order/query'],
    ['POST', '/openapi/order/list'],
    ['POST', '/openapi/refcode/order/list'],
    ['DELETE', '/openapi/order/query'],
    ['PUT', '/openapi/order/place'],
  ])('%s %s is 405', async (method, path) => {
    const answer = await call({ method, path, ...(method === 'GET' ? {} : { body: {} }) });
    expectBeyond(answer, 405);
    expect(answer.headers.allow, 'a 405 names the methods that are allowed').toMatch(/GET|POST/);
  });

  it('a body of 64 KB is read', async () => {
    expect((await calculate(await padded(LIMIT_BYTES))).status).toBe(200);
  });

  it('a body of more than 64 KB is 413', async () => {
    expectBeyond(await calculate(await padded(LIMIT_BYTES + 1)), 413);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml'])(
    'a body of %s is 415',
    async (type) => {
      expectBeyond(await calculate(await quoteRequest(), { headers: { 'content-type': type } }), 415);
    },
  );

  it.each(['application/json; charset=utf-8', 'Application/JSON'])('%s is JSON', async (type) => {
    const answer = await calculate(await quoteRequest(), { headers: { 'content-type': type } });
    expect(answer.code).toBe(0);
  });

  it.each(['{', '[]', 'null', ''])(
    'a path that does not exist is 404 whatever its body: %j',
    async (body) => {
      for (const type of ['application/json', 'text/plain', 'x/y'])
        for (const method of ['POST', 'PUT', 'DELETE']) {
          const headers = { 'content-type': type };
          expectBeyond(await call({ method, path: '/openapi/order/nothing', body, headers }), 404);
        }
    },
  );

  it.each(['gzip', 'br', 'deflate', 'x-unknown'])('a body in %s is 415', async (encoding) => {
    const headers = { 'content-encoding': encoding };
    expectBeyond(
      await calculate(gzipSync(JSON.stringify(await quoteRequest())), { headers, anonymous: true }),
      415,
    );
  });

  it('a body that says that it is not encoded is read', async () => {
    const headers = { 'content-encoding': 'identity' };
    expect((await calculate(await quoteRequest(), { headers })).code).toBe(0);
  });

  it('HEAD is GET without the body', async () => {
    const { placed } = await sample();
    const target = `/openapi/order/query?query_code=${placed.query_code}`;
    const ask = (method: string) => exchange({ method, target, headers: {}, body: '' });
    // The answer tells how much time is left, and what the market gives now: asked until nothing of that has changed meanwhile.
    for (;;) {
      const [before, head, after] = [await ask('GET'), await ask('HEAD'), await ask('GET')];
      expect([head.status, head.text]).toEqual([200, '']);
      if (before.text !== after.text) continue;
      expect(head.headers['content-length']).toBe(after.headers['content-length']);
      return;
    }
  });

  it.each(['/openapi/order/calculate/', '/OpenAPI/Order/Calculate', '/api/v1/ORDER/calculate/'])(
    'POST %s is calculate: neither case nor a slash at the end matters',
    async (path) => expect((await call({ method: 'POST', path, body: await quoteRequest() })).code).toBe(0),
  );

  it('a path that is not a URL is refused in the envelope', async () => {
    const answer = await call({ method: 'GET', path: '/openapi/%zz' });
    expect([400, 404]).toContain(answer.status);
  });
});

describe('headers of every answer (decisions, 1)', () => {
  const answers: [string, () => Promise<Answer>][] = [
    ['a success', async () => calculate(await quoteRequest())],
    ['a refusal', async () => calculate(await quoteRequest({ from_chain: 'Nowhere' }))],
    ['a parameter error', async () => post('/order/calculate', {})],
    ['a missing route', async () => get('/nothing')],
  ];

  it.each(answers)('Api-Version is a date: %s', async (_what, ask) => {
    expect((await ask()).headers['api-version']).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  });

  it.each(answers)('X-Request-Id names the request: %s', async (_what, ask) => {
    const [one, other] = [(await ask()).headers['x-request-id'], (await ask()).headers['x-request-id']];
    expect(one).toMatch(/\S/);
    expect(other).not.toBe(one);
  });

  it.each(answers)('nobody in between keeps it or takes it for something else: %s', async (_what, ask) => {
    const { headers } = await ask();
    expect([headers['cache-control'], headers['x-content-type-options']]).toEqual(['no-store', 'nosniff']);
  });

  it('what is no HTTP is answered in the envelope, with both', async () => {
    const [head = '', body = ''] = (await say('hello\r\n\r\n')).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(head).toMatch(/\r\napi-version: \d{4}-\d{2}-\d{2}/i);
    expect(head).toMatch(/\r\nx-request-id: \S/i);
    expect(JSON.parse(body)).toMatchObject({ code: 1, msg: expect.any(String) });
  });

  it('a parameter error is one with or without a key', async () => {
    expectParameterError(await post('/order/calculate', {}, { anonymous: true }));
  });
});
