import { connect, type Socket } from 'node:net';

/** How long its first words may take. */
const PATIENCE_MS = 60_000;

/** A stream of events that somebody reads: server-sent events over a connection of its own. */
export class OpenStream {
  private readonly socket: Socket;
  /** Called with the time at which it came, for each event. */
  onEvent: (atMs: number) => void = () => {};
  /** True once the other side has let it go. */
  isGone = false;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', (chunk: Buffer) => {
      if (chunk.includes('id: ')) this.onEvent(performance.now());
    });
    socket.on('close', () => {
      this.isGone = true;
    });
  }

  /** Opens one, and is done when it has begun. */
  static open(host: string, port: number, request: Buffer): Promise<OpenStream> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, host, () => socket.write(request));
      const timer = setTimeout(() => fail(new Error('no stream began')), PATIENCE_MS);
      let head = '';
      const fail = (error: Error) => {
        clearTimeout(timer);
        socket.destroy();
        reject(error);
      };
      const take = (chunk: Buffer) => {
        head += chunk.toString('latin1');
        if (!head.includes('retry: ')) return;
        if (!/^HTTP\/1\.1 200 /.test(head) || !/content-type: text\/event-stream/i.test(head)) {
          fail(new Error(`not a stream: ${head.slice(0, 500)}`));
          return;
        }
        clearTimeout(timer);
        socket.off('data', take);
        socket.off('error', fail);
        socket.off('close', refused);
        socket.on('error', () => {});
        resolve(new OpenStream(socket));
      };
      const refused = () => fail(new Error(`no stream: ${head.slice(0, 500)}`));
      socket.on('data', take);
      socket.once('error', fail);
      socket.once('close', refused);
    });
  }

  close(): void {
    this.socket.destroy();
  }
}
