import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Reply, Route } from './route.ts';
import { type ServedRoutes, serveRoutes } from './testing/serve-routes.ts';

const said = (body: string): Reply => ({ status: 200, headers: ['content-type', 'text/plain'], body });

const ROUTES: readonly Route[] = [
  { method: 'GET', path: '/exact', serve: () => said('exact') },
  { method: 'GET', path: '/lenient', isLenient: true, serve: () => said('lenient') },
  { method: 'GET', path: /^\/below\/(?!not\/)/, serve: ({ path }) => said(path) },
  { method: 'GET', path: '/below/here', serve: () => said('here') },
  { method: 'POST', path: '/echo', takesBody: true, serve: async ({ body }) => said(body) },
  { method: 'GET', path: '/deaf', serve: ({ body }) => said(`[${body}]`) },
  {
    method: 'GET',
    path: '/stream',
    isEndless: true,
    serve: async () => ({
      begin: async (response, headers) => void response.writeHead(200, [...headers]).end('on and on'),
    }),
  },
  {
    method: 'GET',
    path: '/broken-off',
    serve: async () => ({
      begin: async (response, headers) => {
        response.writeHead(200, [...headers]).write('half');
        throw new Error('the disk is full');
      },
    }),
  },
];

let server: ServedRoutes;
beforeAll(async () => {
  server = await serveRoutes(ROUTES);
});
afterAll(() => server.close());

/** Method and path just as they are written. */
function ask(method: string, path: string, body = '', headers: Record<string, string> = {}) {
  const { hostname, port } = new URL(server.url);
  return new Promise<{ status: number; headers: Record<string, unknown>; body: string }>(
    (resolve, reject) => {
      const asking = request({ hostname, port, method, path, headers, agent: false }, async (answer) => {
        const { statusCode: status = 0 } = answer;
        text(answer).then((said) => resolve({ status, headers: answer.headers, body: said }), reject);
      });
      asking.on('error', reject).end(body);
    },
  );
}

describe('what a request asks for', () => {
  it.each([
    ['/exact', 'exact'],
    ['/exact?with=a+query', 'exact'],
    ['http://elsewhere.example/exact', 'exact'],
    ['/lenient', 'lenient'],
    ['/Lenient/', 'lenient'],
    ['/below/here', 'here'],
    ['/below/there/and/further', '/below/there/and/further'],
  ])('is at %s', async (path, body) => {
    expect(await ask('GET', path)).toMatchObject({ status: 200, body });
  });

  it.each(['/', '/Exact', '/exact/', '/ex%61ct', '/below', '/below/not/this', '/../exact', '//exact'])(
    'is not at %s',
    async (path) => {
      const { status, body } = await ask('GET', path);
      expect([status, JSON.parse(body)]).toEqual([404, { code: 1, msg: 'no such route' }]);
    },
  );

  it('cannot be told from a path that cannot be decoded', async () => {
    expect(await ask('GET', '/%zz')).toMatchObject({ status: 400 });
  });
});

describe('methods', () => {
  it('HEAD is GET without the body', async () => {
    const [got, head] = [await ask('GET', '/exact'), await ask('HEAD', '/exact')];
    expect(head).toMatchObject({ status: 200, body: '' });
    expect(head.headers['content-length']).toBe(got.headers['content-length']);
  });

  it.each([
    ['POST', '/exact', 'GET, HEAD'],
    ['OPTIONS', '/exact', 'GET, HEAD'],
    ['GET', '/echo', 'POST'],
    ['HEAD', '/echo', 'POST'],
    ['HEAD', '/stream', 'GET'],
  ])('%s %s is not allowed, and it is said what is', async (method, path, allow) => {
    expect(await ask(method, path)).toMatchObject({ status: 405, headers: { allow } });
  });
});

describe('a body', () => {
  const json = { 'content-type': 'application/json' };

  it('is read where there is use for it', async () => {
    expect(await ask('POST', '/echo', '{"a": "ä"}', json)).toMatchObject({ status: 200, body: '{"a": "ä"}' });
  });

  it('is not looked at anywhere else, whatever it is', async () => {
    const headers = { 'content-type': 'x/y', 'content-length': '3' };
    expect(await ask('GET', '/deaf', 'abc', headers)).toMatchObject({ status: 200, body: '[]' });
  });
});

it('every answer carries the version, an id of its own, and that it is no page', async () => {
  const answers = await Promise.all(
    ['/exact', '/stream', '/nothing', '/%zz'].map(async (path) => (await ask('GET', path)).headers),
  );
  for (const headers of answers) {
    expect(headers['api-version']).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  }
  expect(new Set(answers.map((headers) => headers['x-request-id'])).size).toBe(4);
});

it('an answer that fails midway is broken off, not ended as if it were whole', async () => {
  await expect(ask('GET', '/broken-off')).rejects.toThrow(/aborted|hang up|terminated/);
});

describe('a node with more under way than it can answer soon', () => {
  let full: ServedRoutes;
  let answerAll = () => {};
  const answering = new Promise<void>((resolve) => {
    answerAll = resolve;
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 200 });
  beforeAll(async () => {
    const route = (path: string) => ({ path, method: 'POST', takesBody: true }) as const;
    full = await serveRoutes([
      {
        ...route('/slow'),
        id: 'place',
        serve: async ({ body }) => {
          await answering;
          return said(body);
        },
      },
      { ...route('/page'), serve: async ({ body }) => said(body) },
    ]);
  });
  afterAll(async () => {
    agent.destroy();
    await full.close();
  });

  const post = async (path: string, body: string) => {
    const asking = request(new URL(path, full.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      agent,
    }).end(body);
    const [answer] = (await once(asking, 'response')) as [IncomingMessage];
    return { status: answer.statusCode, body: await text(answer) };
  };

  it('says so at once, serves what is no work of clients, and answers what it let in', async () => {
    const MANY = 160;
    const asked = Array.from({ length: MANY }, (_, n) => post('/slow', `${n} ${'x'.repeat(10_000)}`));
    const first = await Promise.race(asked);
    expect(first).toMatchObject({
      status: 500,
      body: '{"code":2,"msg":"server is busy, please try again later"}',
    });
    // Whoever was refused may go on over the same connection, after a body that nobody has read.
    const page = await post('/page', 'a page');
    expect(page).toMatchObject({ status: 200, body: 'a page' });
    answerAll();
    const answers = await Promise.all(asked);
    const served = answers.filter(({ status }) => status === 200);
    expect(served.length).toBeGreaterThanOrEqual(128);
    expect(served.length).toBeLessThan(MANY);
    expect(served.every(({ body }) => body.length > 10_000)).toBe(true);
    expect(await post('/slow', 'again')).toMatchObject({ status: 200, body: 'again' });
  });
});
