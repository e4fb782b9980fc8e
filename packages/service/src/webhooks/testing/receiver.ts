import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** What somebody who is sent events has got. */
export interface Received {
  readonly id: string;
  readonly body: string;
  readonly headers: IncomingMessage['headers'];
  readonly atMs: number;
}

/** Answers, or does not; may be changed while it runs. */
export type Answer = (received: Received, response: ServerResponse) => void;

export interface Receiver {
  readonly url: string;
  readonly port: number;
  readonly received: Received[];
  /** Ids without repetition, in the order of their first arrival. */
  ids(): string[];
  answer: Answer;
  /** Resolves when so many requests have come. */
  has(many: number): Promise<void>;
  close(): Promise<void>;
}

export const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    void response.writeHead(code, headers).end();

/** Somebody's server: of Node, as an integrator would have it. */
export async function openReceiver(
  tls?: { key: string; cert: string },
  { host = '127.0.0.1', at = 0 } = {},
): Promise<Receiver> {
  const received: Received[] = [];
  let waiting: (() => void)[] = [];
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = [];
    request.on('error', () => {});
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { headers } = request;
      const one = {
        id: String(headers['webhook-id']),
        body: Buffer.concat(parts).toString(),
        headers,
        atMs: Date.now(),
      };
      received.push(one);
      receiver.answer(one, response);
      for (const each of waiting) each();
    });
  };
  const server: Server = tls === undefined ? createServer(handle) : createTlsServer(tls, handle);
  await new Promise<void>((done) => server.listen(at, host, done));
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `${tls === undefined ? 'http' : 'https'}://${host}:${port}/hook`,
    port,
    received,
    ids: () => [...new Set(received.map(({ id }) => id))],
    answer: status(204),
    async has(many) {
      while (received.length < many) await new Promise<void>((done) => waiting.push(done));
      waiting = [];
    },
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  return receiver;
}

/** Whether it is signed with the secret, by the words of the specification alone: https://www.standardwebhooks.com. */
export function isSignedBy(secret: string, { headers, body }: Received): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const right = createHmac('sha256', key).update(text).digest();
  return String(headers['webhook-signature'])
    .split(' ')
    .filter((each) => each.startsWith('v1,'))
    .map((each) => Buffer.from(each.slice(3), 'base64'))
    .some((each) => each.length === right.length && timingSafeEqual(each, right));
}
