import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Rpc } from '../../packages/service/src/chains/evm/evm-rpc.ts';

interface Question {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** What the proxy says in place of the node's answer. */
export type Alter = (question: Question, answer: () => Promise<unknown>) => Promise<unknown>;

/** A node that passes questions on to a real one, and answers as it is told to: broken, behind, or lying. */
export class AlteringProxy {
  readonly url: string;
  /** Every method it was asked for. */
  readonly asked: string[] = [];
  alter: Alter = (_, answer) => answer();
  private readonly server: Server;

  private constructor(server: Server) {
    this.server = server;
    this.url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  }

  static async start(node: Rpc): Promise<AlteringProxy> {
    let proxy: AlteringProxy;
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Question | Question[];
      const reply = Array.isArray(body)
        ? await Promise.all(body.map((question) => proxy.answer(node, question)))
        : await proxy.answer(node, body);
      response.end(JSON.stringify(reply));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    proxy = new AlteringProxy(server);
    return proxy;
  }

  /** Breaks all connections off and refuses new ones, as a node does that was killed; until `resume`. */
  async refuse(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  async resume(): Promise<void> {
    this.server.listen(Number(new URL(this.url).port), '127.0.0.1');
    await once(this.server, 'listening');
  }

  async stop(): Promise<void> {
    if (this.server.listening) await this.refuse();
  }

  private async answer(node: Rpc, question: Question): Promise<object> {
    const { id, method, params } = question;
    this.asked.push(method);
    try {
      const result = await this.alter(question, () => node.call(method, params));
      return { jsonrpc: '2.0', id, result };
    } catch (error) {
      const { code = -32000, message } = error as { code?: number; message: string };
      return { jsonrpc: '2.0', id, error: { code, message } };
    }
  }
}
