import { once } from 'node:events';
import { type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import { json as readJson, text as readText } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { insertKey } from './support/keys.ts';
import { placement } from './support/samples.ts';
import { type Target, within } from './support/target.ts';

/** A desk without a key serves whoever reaches it: nobody but this machine may. */

let target: Target;

/** `fetch` does not let anybody say another host. */
async function ask(path: string, headers: OutgoingHttpHeaders, body?: unknown): Promise<IncomingMessage> {
  const method = body === undefined ? 'GET' : 'POST';
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const asked = request(target.url + path, { method, headers: { ...type, ...headers } });
  asked.end(body === undefined ? undefined : JSON.stringify(body));
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  return response;
}

async function expectRefused(response: IncomingMessage): Promise<void> {
  expect(response.statusCode).toBe(403);
  expect(await readJson(response)).toEqual({
    code: 1,
    msg: 'without an API key only this machine is served',
  });
  expect(response.headers).toMatchObject({
    'api-version': expect.any(String),
    'x-request-id': expect.any(String),
  });
}

const EVERYWHERE: [string, unknown?][] = [
  ['/openapi/order/list'],
  ['/api/v1/order/list'],
  ['/openapi/abbr/lists'],
  ['/openapi/order/place', {}],
  ['/openapi/order/cancel', {}],
  ['/openapi/order/resolve', {}],
  ['/openapi/order/events?query_code=X'],
  ['/testnet/mine', { chain: 'Bitcoin' }],
  ['/'],
  ['/order/ABCD-EFGH-JKMN'],
  ['/console'],
  ['/console/api/session'],
  ['/metrics'],
  ['/docs'],
  ['/nothing'],
];

export function openMode(desk: () => Target): void {
  beforeAll(() => {
    target = desk();
  });

  describe('a page of somebody else’s, whose name leads here', () => {
    test.each(EVERYWHERE)('gets nothing at %s', async (path, body) => {
      const port = new URL(target.url).port;
      await expectRefused(await ask(path, { host: `evil.example:${port}` }, body));
    });
  });

  describe('what a proxy hands on', () => {
    test.each(EVERYWHERE)('gets nothing at %s', async (path, body) => {
      await expectRefused(await ask(path, { 'x-forwarded-for': '203.0.113.9' }, body));
    });

    test.each(['forwarded', 'via', 'x-real-ip', 'x-forwarded-proto'])('is known by %s too', async (name) => {
      await expectRefused(await ask('/openapi/order/list', { [name]: 'x' }));
    });
  });

  describe('a public client, which always sends its key', () => {
    test.each([
      ['an empty key', { 'x-api-key': '' }],
      ['a key of another service', { 'x-api-key': 'f'.repeat(24), 'x-api-signature': '0'.repeat(64) }],
      ['rubbish', { 'x-api-key': '\xff', 'x-api-nonce': 'x'.repeat(4_000), 'x-api-timestamp': '-1' }],
    ])('is served with %s', async (_what, headers) => {
      const placed = await ask('/openapi/order/place', headers, placement());
      expect([placed.statusCode, await readJson(placed)]).toMatchObject([200, { code: 0 }]);
      const listed = await ask('/openapi/order/list', headers);
      expect([listed.statusCode, await readJson(listed)]).toMatchObject([200, { code: 0 }]);
    });
  });

  test('all of it ends with the first key: then everyone may come, and keys count', async () => {
    await insertKey(target.store, 'alice');
    await within(1_500, async () => {
      const response = await ask('/openapi/abbr/lists', {
        host: 'swap.example',
        'x-forwarded-for': '203.0.113.9',
      });
      await readText(response);
      return response.statusCode === 200;
    });
    expect((await ask('/openapi/order/list', { 'x-api-key': '' })).statusCode).toBe(401);
  });
}
