import { connect, type Socket } from 'node:net';

/** An answer as it came over the wire. */
export interface Reply {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** Longer than any answer takes, on a machine that has much else to do. */
const TIMEOUT_MS = 20_000;
const HEAD_END = Buffer.from('\r\n\r\n');

/** Sends prepared bytes over a few kept-alive connections: no client library sees, mends or refuses them. */
export class Wire {
  private readonly idle: Line[] = [];
  private readonly waiting: ((line: Line) => void)[] = [];
  private readonly lines: Line[] = [];

  constructor(url: string, connections: number) {
    const { hostname, port } = new URL(url);
    for (let n = 0; n < connections; n++) this.lines.push(new Line(hostname, Number(port)));
    this.idle.push(...this.lines);
  }

  /** The answer to these bytes. Rejects if there is none. */
  async send(request: Buffer): Promise<Reply> {
    const line = this.idle.pop() ?? (await new Promise<Line>((resolve) => this.waiting.push(resolve)));
    try {
      return await line.send(request);
    } finally {
      const next = this.waiting.shift();
      if (next === undefined) this.idle.push(line);
      else next(line);
    }
  }

  close(): void {
    for (const line of this.lines) line.drop();
  }
}

interface Awaiting {
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/** One connection, one request at a time; made again when the server has closed it. */
class Line {
  private readonly host: string;
  private readonly port: number;
  private socket: Socket | null = null;
  private received: Buffer = Buffer.alloc(0);
  private awaiting: Awaiting | null = null;

  constructor(host: string, port: number) {
    this.host = host;
    this.port = port;
  }

  send(request: Buffer): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.fail(new Error(`no answer within ${TIMEOUT_MS} ms`)), TIMEOUT_MS);
      this.awaiting = { resolve, reject, timer };
      this.socket ??= this.open();
      this.socket.write(request);
    });
  }

  drop(): void {
    this.socket?.destroy();
    this.socket = null;
    this.received = Buffer.alloc(0);
  }

  private open(): Socket {
    const socket = connect({ host: this.host, port: this.port, noDelay: true });
    socket.on('data', (chunk) => {
      this.received = this.received.length === 0 ? chunk : Buffer.concat([this.received, chunk]);
      this.read();
    });
    // What an error means is known at the close: the answer may have come before it.
    socket.on('error', () => {});
    socket.on('close', () => {
      if (this.socket !== socket) return;
      this.drop();
      this.fail(new Error('the connection was closed without an answer'));
    });
    return socket;
  }

  private read(): void {
    const headEnd = this.received.indexOf(HEAD_END);
    if (headEnd < 0) return;
    const head = this.received.toString('latin1', 0, headEnd);
    const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? Number.NaN);
    if (Number.isNaN(length)) {
      this.fail(new Error(`an answer of unknown length: ${head}`));
      return;
    }
    const end = headEnd + 4 + length;
    if (this.received.length < end) return;
    const body = this.received.toString('utf8', headEnd + 4, end);
    this.received = this.received.subarray(end);
    if (/^connection: close$/im.test(head)) this.drop();
    this.settle()?.resolve({ status: Number(head.slice(9, 12)), head, body });
  }

  private fail(error: Error): void {
    this.drop();
    this.settle()?.reject(error);
  }

  private settle(): Awaiting | null {
    const { awaiting } = this;
    if (awaiting !== null) clearTimeout(awaiting.timer);
    this.awaiting = null;
    return awaiting;
  }
}
