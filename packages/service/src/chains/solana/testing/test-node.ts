import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LedgerAnswers, NodeRefusal } from './ledger-answers.ts';
import type { TestLedger } from './test-ledger.ts';

interface Call {
  readonly id: number;
  readonly method: string;
  readonly params?: readonly unknown[];
}

/** An answer as the node would give it, or as a liar makes it. */
export type Alter = (answer: unknown, method: string, params: readonly unknown[]) => unknown;

/** An endpoint: JSON-RPC over HTTP, as a node of the network answers it. It can be killed, lag, lie, and lose what it is given. */
export class TestNode {
  readonly answers: LedgerAnswers;
  readonly calls: string[] = [];
  /** What it makes of its answers. */
  alter: Alter = (answer) => answer;
  private readonly server: Server;

  private constructor(ledger: TestLedger) {
    this.answers = new LedgerAnswers(ledger);
    this.server = createServer(async (request, response) => {
      const chunks = await request.toArray();
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Call | Call[];
      const answer = Array.isArray(body) ? body.map((call) => this.reply(call)) : this.reply(body);
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  }

  static async open(ledger: TestLedger): Promise<TestNode> {
    const node = new TestNode(ledger);
    node.server.listen(0, '127.0.0.1');
    await once(node.server, 'listening');
    return node;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    if (!this.server.listening) return;
    this.server.close();
    await once(this.server, 'close');
  }

  private reply({ id, method, params = [] }: Call): unknown {
    this.calls.push(method);
    try {
      const result = this.alter(this.answers.answer(method, params), method, params);
      return { jsonrpc: '2.0', id, result };
    } catch (error) {
      if (error instanceof NodeRefusal) {
        return { jsonrpc: '2.0', id, error: { code: error.code, message: error.message } };
      }
      return { jsonrpc: '2.0', id, error: { code: -32602, message: `invalid params: ${String(error)}` } };
    }
  }
}
