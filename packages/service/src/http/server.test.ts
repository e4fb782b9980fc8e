import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Route } from './route.ts';
import { type ServedRoutes, serveRoutes } from './testing/serve-routes.ts';

const ROUTES: readonly Route[] = [
  {
    method: 'GET',
    path: '/who',
    serve: ({ headers }) => ({ status: 200, headers: [], body: String(headers['x-forwarded-for']) }),
  },
  { method: 'GET', path: /^\/page\//, serve: () => ({ status: 200, headers: [], body: 'a page' }) },
];

let server: ServedRoutes;
let sockets: Socket[];
beforeEach(async () => {
  server = await serveRoutes(ROUTES);
  sockets = [];
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  return server.close();
});

/** A connection that is never closed from its own side; what comes over it, and whether the other side has left it altogether. */
async function talk(...lines: string[]) {
  const { hostname, port } = new URL(server.url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  sockets.push(socket);
  let heard = '';
  socket.on('data', (piece) => {
    heard += piece;
  });
  socket.on('error', () => {});
  await once(socket, 'connect');
  if (lines.length > 0) socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  return {
    socket,
    heard: () => heard,
    /** Writing to a connection that nobody has any more fails, after a moment. */
    async isCut(): Promise<boolean> {
      for (let n = 0; n < 20 && !socket.destroyed; n++) {
        socket.write('x');
        await sleep(20);
      }
      return socket.destroyed;
    },
  };
}

describe('a connection', () => {
  it('that says what is no HTTP is answered and cut, though its client does not close it', async () => {
    const { socket, heard, isCut } = await talk('nonsense');
    await once(socket, 'end');
    expect(heard()).toMatch(/^HTTP\/1.1 400 /);
    expect(await isCut()).toBe(true);
  });

  it('is told for how long it may be used again, unless it is closed', async () => {
    const kept = await talk('GET /who HTTP/1.1', 'host: a');
    await once(kept.socket, 'data');
    expect(kept.heard().toLowerCase()).toContain('\r\nkeep-alive: timeout=72\r\n');
    const closed = await talk('GET /who HTTP/1.1', 'host: a', 'connection: close');
    await once(closed.socket, 'end');
    expect(closed.heard().toLowerCase()).toContain('\r\nconnection: close\r\n');
    expect(closed.heard().toLowerCase()).not.toContain('keep-alive');
  });

  it('opened ahead of its first request is not answered before that, and one on which a request takes too long is', {
    timeout: 40_000,
  }, async () => {
    const [ahead, slow] = await Promise.all([talk(), talk()]);
    slow.socket.write('GET /who HTTP/1.1\r\nhost: ');
    await once(slow.socket, 'end');
    expect(slow.heard()).toMatch(/^HTTP\/1.1 400 /);
    // Both were opened in the same moment: what was to be said to the other has been said.
    await sleep(500);
    expect(ahead.heard()).toBe('');
    ahead.socket.write('GET /who HTTP/1.1\r\nhost: a\r\n\r\n');
    await once(ahead.socket, 'data');
    expect(ahead.heard()).toMatch(/^HTTP\/1.1 200 /);
  });

  it('on which nobody says anything does not keep the server from stopping', {
    timeout: 30_000,
  }, async () => {
    await talk();
    await talk('GET /who HTTP/1.1', 'Host: localhost', 'Content-Length: 5');
    const began = Date.now();
    await server.close();
    expect(Date.now() - began).toBeLessThan(10_000);
    server = await serveRoutes(ROUTES);
  });
});

describe('a server that is to stop', () => {
  it('answers on, also over new connections, and asks each to close', async () => {
    const { socket, heard } = await talk('GET /page/1 HTTP/1.1', 'Host: localhost');
    await once(socket, 'data');
    expect(heard()).not.toMatch(/^connection: close/im);
    server.drain();
    socket.write('GET /page/2 HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await once(socket, 'end');
    expect(heard()).toMatch(/a page[\s\S]*HTTP\/1.1 200 [\s\S]*^connection: close[\s\S]*a page$/im);
    const later = await server.get('/page/3');
    expect([later.status, later.headers.connection]).toEqual([200, 'close']);
  });
});

describe('a request', () => {
  it('shows all its headers, however many stand before them', async () => {
    const many = Array.from({ length: 1_500 }, () => 'A: ');
    const { socket, heard } = await talk(
      'GET /who HTTP/1.1',
      'Host: localhost',
      'Connection: close',
      ...many,
      'X-Forwarded-For: 6.6.6.6',
    );
    await once(socket, 'end');
    expect(heard()).toMatch(/^HTTP\/1.1 200 [\s\S]*6\.6\.6\.6$/);
    const twice = await talk('GET /who HTTP/1.1', 'Host: localhost', ...many, 'Host: other');
    await once(twice.socket, 'end');
    expect(twice.heard()).toMatch(/^HTTP\/1.1 400 /);
  });

  it.each(['HTTP/2.0', 'HTTP/1.1'])('of %s names a host', async (version) => {
    const { socket, heard } = await talk(`GET /who ${version}`);
    await once(socket, 'end');
    expect(heard()).toMatch(/^HTTP\/1.1 400 /);
  });

  it('for a page whose path cannot be decoded is a parameter error', async () => {
    expect((await server.get('/page/%63')).status).toBe(200);
    expect((await server.get('/page/%zz')).status).toBe(400);
  });
});
