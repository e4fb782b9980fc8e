import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Target } from './support/target.ts';
import { type Reply, Wire } from './support/wire.ts';

/** Requests that no client library would send. */

let wire: Wire;

const send = (...lines: string[]): Promise<Reply> => wire.send(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`));

export function oddRequests(target: () => Target): void {
  beforeAll(() => {
    wire = new Wire(target().url, 1);
  });
  afterAll(() => wire.close());

  test.each([
    ['not HTTP at all', ['hello']],
    ['a method that does not exist', ['FETCH / HTTP/1.1', 'Host: localhost']],
    ['a header without a name', ['GET /openapi/service HTTP/1.1', 'Host: localhost', ': x']],
    [
      'two lengths',
      ['POST /openapi/order/place HTTP/1.1', 'Host: localhost', 'Content-Length: 1', 'Content-Length: 2'],
    ],
    [
      'a length and chunks',
      [
        'POST /openapi/order/place HTTP/1.1',
        'Host: localhost',
        'Content-Length: 1',
        'Transfer-Encoding: chunked',
      ],
    ],
    ['headers beyond any use', ['GET / HTTP/1.1', 'Host: localhost', `X: ${'x'.repeat(70_000)}`]],
    ['no Host', ['GET /openapi/service HTTP/1.1']],
    ['two Hosts', ['GET /openapi/service HTTP/1.1', 'Host: localhost', 'Host: localhost']],
    ['two Hosts for a page', ['GET / HTTP/1.1', 'Host: localhost', 'host: evil.example']],
    ['an Expect that is not known', ['GET /openapi/service HTTP/1.1', 'Host: localhost', 'Expect: tea']],
  ])('%s is answered in the envelope, with all its headers', async (_what, lines) => {
    const { status, head, body } = await send(...lines);
    expect([status, JSON.parse(body)]).toMatchObject([400, { code: 1, msg: 'Parameter error' }]);
    for (const header of [
      /^api-version: \d{4}-\d\d-\d\d$/im,
      /^x-request-id: \S+$/im,
      /^content-type: application\/json/im,
    ])
      expect(head).toMatch(header);
  });

  test.each(['/', '/openapi/service', '/console/api/session', '/metrics', '/nothing'])(
    'TRACE %s gives nothing back of what was sent',
    async (path) => {
      const { status, body } = await send(`TRACE ${path} HTTP/1.1`, 'Host: localhost', 'Cookie: secret=17');
      expect([404, 405]).toContain(status);
      expect(body).not.toContain('secret');
    },
  );
}
