import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { JsonRpc } from '../../rpc/json-rpc.ts';

/** What a call is answered with, as JSON text; an error has a code and a message. */
export type Answers = Record<string, ScriptedAnswer | ((...params: string[]) => ScriptedAnswer)>;
type ScriptedAnswer = string | { readonly code: number; readonly message: string };

interface Request {
  readonly id: number;
  readonly method: string;
  readonly params: string[];
}

/** A node that answers as it is told: for states into which a real one cannot be brought in a test. */
export class ScriptedNode {
  readonly rpc: JsonRpc;
  answers: Answers;
  /** How often each method was called. */
  readonly asked = new Map<string, number>();
  private readonly server: Server;

  private constructor(server: Server) {
    this.server = server;
    this.answers = {};
    this.rpc = new JsonRpc({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  }

  static async start(): Promise<ScriptedNode> {
    let node: ScriptedNode | undefined;
    const server = createServer(async (request, response) => {
      const asked = JSON.parse(Buffer.concat(await request.toArray()).toString()) as Request | Request[];
      const answer = (each: Request) => node?.answer(each) ?? '';
      response.end(Array.isArray(asked) ? `[${asked.map(answer)}]` : answer(asked));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    node = new ScriptedNode(server);
    return node;
  }

  stop(): void {
    this.rpc.close();
    this.server.close();
  }

  private answer({ id, method, params }: Request): string {
    this.asked.set(method, (this.asked.get(method) ?? 0) + 1);
    const told = this.answers[method] ?? { code: -32601, message: 'Method not found' };
    const answer = typeof told === 'function' ? told(...params) : told;
    const isResult = typeof answer === 'string';
    return `{"result":${isResult ? answer : null},"error":${isResult ? null : JSON.stringify(answer)},"id":${id}}`;
  }
}
