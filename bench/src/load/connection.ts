import { connect, type Socket } from 'node:net';

const SUCCESS = '"code":0';
const OK = 'HTTP/1.1 200 ';

/** One keep-alive connection that has one request under way at a time. Knows just enough HTTP for our answers. */
export class Connection {
  private readonly socket: Socket;
  private received: Buffer | null = null;
  private length = 0;
  private settle: { resolve: () => void; reject: (error: Error) => void } | null = null;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.take(chunk));
    socket.on('error', (error) => this.fail(error));
    socket.on('close', () => this.fail(new Error('the connection was closed')));
  }

  static open(host: string, port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, host, () => resolve(new Connection(socket)));
      socket.once('error', reject);
    });
  }

  /** Sends a whole request; calls back when a whole answer with code 0 is there. */
  send(request: Buffer, resolve: () => void, reject: (error: Error) => void): void {
    this.settle = { resolve, reject };
    this.socket.write(request);
  }

  close(): void {
    this.settle = null;
    this.socket.destroy();
  }

  private take(chunk: Buffer): void {
    const answer = this.received === null ? chunk : Buffer.concat([this.received, chunk]);
    if (this.length === 0) this.length = lengthOf(answer);
    if (Number.isNaN(this.length)) {
      this.fail(new Error(`an answer without its length: ${answer}`));
      return;
    }
    if (this.length === 0 || answer.length < this.length) {
      this.received = answer;
      return;
    }
    this.received = null;
    const isWhole = answer.length === this.length;
    this.length = 0;
    if (isWhole && answer.toString('latin1', 0, OK.length) === OK && answer.indexOf(SUCCESS) > 0)
      this.settle?.resolve();
    else this.fail(new Error(`not a success: ${answer.toString('utf8', 0, 2000)}`));
  }

  private fail(error: Error): void {
    this.settle?.reject(error);
    this.settle = null;
  }
}

/** Bytes of the whole answer; 0 if its head is not complete yet, NaN if it does not say. */
function lengthOf(answer: Buffer): number {
  const head = answer.indexOf('\r\n\r\n');
  if (head < 0) return 0;
  const text = answer.toString('latin1', 0, head);
  const at = text.indexOf('content-length: ');
  return at < 0 ? Number.NaN : head + 4 + Number.parseInt(text.slice(at + 16), 10);
}
