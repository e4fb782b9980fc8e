import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What happens to a request on its way. */
export type Fault =
  | 'refused' // It does not arrive.
  | 'lost' // It arrives and is worked on; the answer does not come back.
  | 'cut' // The answer is cut off where it first pauses.
  | 'silent' // Nobody ever answers.
  | 'gateway' // A proxy answers.
  | 'busy' // The service has too much to do.
  | 'throttled'; // The caller asks too often.

const ANSWERS = {
  gateway: { status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>Bad Gateway</h1>' },
  busy: { status: 500, headers: {}, body: '{"code":2,"msg":"server is busy, please try again later"}' },
  throttled: { status: 429, headers: { 'retry-after': '1' }, body: '{"code":1,"msg":"too many requests"}' },
};

/** A network between client and service, on which happens what a test asks for. */
export class FaultyRelay {
  /** What happens to the next requests, one after the other; then nothing does any more. */
  readonly faults: Fault[] = [];
  /** Every request that was sent. */
  readonly asked: { readonly path: string; readonly headers: IncomingMessage['headers'] }[] = [];
  private readonly server: Server;
  private readonly service: URL;

  private constructor(service: string) {
    this.service = new URL(service);
    this.server = createServer((incoming, response) => this.take(incoming, response));
  }

  static async open(service: string): Promise<FaultyRelay> {
    const relay = new FaultyRelay(service);
    relay.server.listen(0, '127.0.0.1');
    await once(relay.server, 'listening');
    return relay;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private take(incoming: IncomingMessage, response: ServerResponse): void {
    this.asked.push({ path: incoming.url ?? '', headers: incoming.headers });
    const fault = this.faults.shift();
    if (fault === 'silent') return;
    if (fault === 'refused') {
      incoming.socket.destroy();
    } else if (fault === 'gateway' || fault === 'busy' || fault === 'throttled') {
      const { status, headers, body } = ANSWERS[fault];
      response.writeHead(status, headers).end(body);
    } else this.pass(incoming, response, fault);
  }

  private pass(incoming: IncomingMessage, response: ServerResponse, fault: 'lost' | 'cut' | undefined): void {
    const { hostname, port } = this.service;
    const { url: path, method, headers } = incoming;
    const passed = request({ hostname, port, path, method, headers }, (answer) => {
      if (fault === 'lost') {
        incoming.socket.destroy();
        answer.destroy();
        return;
      }
      response.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.on('data', (bytes: Buffer) => {
        response.write(bytes, () => fault === 'cut' && bytes.includes('data:') && incoming.socket.destroy());
      });
      answer.on('end', () => response.end()).on('error', () => response.destroy());
      response.on('close', () => answer.destroy());
    });
    passed.on('error', () => response.destroy());
    incoming.pipe(passed);
  }
}
