import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';

/** Stands before a node and counts the calls that it is asked for; those of a batch one by one, as providers do. */
export class CountingProxy {
  readonly url: string;
  /** By method. */
  readonly calls = new Map<string, number>();
  private readonly server: Server;

  private constructor(server: Server) {
    this.server = server;
    this.url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  }

  static async start(target: string): Promise<CountingProxy> {
    let proxy: CountingProxy;
    const server = createServer(async (asked, answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of asked) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks);
      proxy.count(JSON.parse(body.toString()));
      const { method = 'POST', headers } = asked;
      const onward = request(target, { method, headers }, (reply) => {
        answer.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(answer);
      });
      onward.on('error', () => answer.destroy());
      onward.end(body);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    proxy = new CountingProxy(server);
    return proxy;
  }

  get total(): number {
    return [...this.calls.values()].reduce((sum, calls) => sum + calls, 0);
  }

  async stop(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  private count(body: { method: string } | { method: string }[]): void {
    for (const { method } of [body].flat()) this.calls.set(method, (this.calls.get(method) ?? 0) + 1);
  }
}
