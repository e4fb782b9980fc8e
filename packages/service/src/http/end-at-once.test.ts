import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CAN_END_AT_ONCE, endAtOnce } from './end-at-once.ts';
import { headLines } from './head-lines.ts';

const BODY = '{"code":0}';
const LINES = headLines(['x-one', 'first', 'set-cookie', 'a=b; Path=/']);
const HEAD = { 'content-length': String(BODY.length) };
let server: Server;
/** How often several pieces were gathered for a connection. */
let gathered = 0;
let answer: (response: ServerResponse) => void;

beforeAll(async () => {
  server = createServer((_request, response) => answer(response));
  server.on('connection', (socket: Socket & { _writev: (...all: unknown[]) => void }) => {
    const writev = socket._writev.bind(socket);
    socket._writev = (...all) => {
      gathered++;
      writev(...all);
    };
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => server.close());

/** All that comes back for these requests over one connection. */
async function exchange(...methods: string[]): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const last = methods.length - 1;
  const requests = methods.map(
    (method, n) => `${method} / HTTP/1.1\r\nhost: a\r\n${n === last ? 'connection: close\r\n' : ''}\r\n`,
  );
  socket.write(requests.join(''));
  return text(socket);
}

function bodies(bytes: string): string[] {
  return bytes
    .split('HTTP/1.1 200 OK')
    .slice(1)
    .map((each) => each.slice(each.indexOf('\r\n\r\n') + 4));
}

it('sends head and body as one piece', async () => {
  answer = (response) => endAtOnce(response.writeHead(200, HEAD), LINES, BODY);
  gathered = 0;
  expect(bodies(await exchange('GET'))).toEqual([BODY]);
  expect(gathered).toBe(0);
  // So does it count as one: Node by itself gathers two.
  answer = (response) => response.writeHead(200, HEAD).end(BODY, 'latin1');
  await exchange('GET');
  expect(gathered).toBe(1);
});

it('answers several requests of one connection in their order, each with its own', async () => {
  let count = 0;
  answer = (response) => {
    const body = `${++count}${BODY}`;
    const send = () =>
      endAtOnce(response.writeHead(200, { 'content-length': String(body.length) }), LINES, body);
    // The first is ready last.
    if (count === 1) setImmediate(send);
    else send();
  };
  expect(bodies(await exchange('GET', 'GET', 'POST'))).toEqual([`1${BODY}`, `2${BODY}`, `3${BODY}`]);
});

it('sends no body for HEAD', async () => {
  answer = (response) => endAtOnce(response.writeHead(200, HEAD), LINES, BODY);
  expect(bodies(await exchange('HEAD', 'GET'))).toEqual(['', BODY]);
});

it('is known of this Node', () => {
  expect(CAN_END_AT_ONCE).toBe(true);
});

it('adds the lines to the head, for HEAD too, before its end', async () => {
  answer = (response) => endAtOnce(response.writeHead(200, HEAD), LINES, BODY);
  for (const head of (await exchange('HEAD', 'GET')).split('HTTP/1.1 200 OK').slice(1)) {
    const lines = head.slice(0, head.indexOf('\r\n\r\n')).split('\r\n');
    expect(lines).toEqual(
      expect.arrayContaining(['x-one: first', 'set-cookie: a=b; Path=/', 'content-length: 10']),
    );
  }
});

it('asks a connection to close where that is said', async () => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  answer = (response) =>
    endAtOnce(response.writeHead(200, ['content-length', '10', 'connection', 'close']), LINES, BODY);
  socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
  expect(bodies(await text(socket))).toEqual([BODY]);
});

it.each([
  ['x-a', 'one\r\nx-b: two'],
  ['x-a', 'one\nx-b: two'],
  ['x a', 'one'],
  ['x-a: b\r\nx-c', 'one'],
  ['Content-Length', '3'],
  ['connection', 'close'],
])('takes no header that Node would not, nor one that is for Node: %j', (...header) => {
  expect(() => headLines(header)).toThrow(TypeError);
});
