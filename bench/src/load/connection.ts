import { connect, type Socket } from 'node:net';

const SUCCESS = '"code":0';
const OK = 'HTTP/1.1 200 ';
const HEAD_END = '\r\n\r\n';
const LENGTH = 'content-length: ';

/** One keep-alive connection that has one request under way at a time. Knows just enough HTTP for our answers. */
export class Connection {
  private readonly socket: Socket;
  private received: Buffer | null = null;
  private length = 0;
  private settle: { resolve: (answer: Buffer) => void; reject: (error: Error) => void } | null = null;

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
    this.ask(request, (answer) => (isSuccess(answer) ? resolve() : reject(notSuccess(answer))), reject);
  }

  /** Sends a whole request; calls back with the whole answer, whatever it says. */
  ask(request: Buffer, resolve: (answer: Buffer) => void, reject: (error: Error) => void): void {
    this.settle = { resolve, reject };
    this.socket.write(request);
  }

  /** Waits no longer for the answer. */
  giveUp(): void {
    this.fail(new Error('no answer'));
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
    const settle = this.settle;
    this.settle = null;
    if (isWhole) settle?.resolve(answer);
    else settle?.reject(notSuccess(answer));
  }

  private fail(error: Error): void {
    this.settle?.reject(error);
    this.settle = null;
  }
}

export function isSuccess(answer: Buffer): boolean {
  return answer.toString('latin1', 0, OK.length) === OK && answer.indexOf(SUCCESS) > 0;
}

export function notSuccess(answer: Buffer): Error {
  return new Error(`not a success: ${answer.toString('utf8', 0, 2000)}`);
}

/** Bytes of the whole answer; 0 if its head is not complete yet, NaN if it does not say. */
function lengthOf(answer: Buffer): number {
  const head = answer.indexOf(HEAD_END);
  if (head < 0) return 0;
  const text = answer.toString('latin1', 0, head);
  const at = text.indexOf(LENGTH);
  return at < 0 ? Number.NaN : head + HEAD_END.length + Number.parseInt(text.slice(at + LENGTH.length), 10);
}
