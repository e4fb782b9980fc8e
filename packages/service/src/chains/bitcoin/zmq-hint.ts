import { connect, type Socket } from 'node:net';
import { greeting, PublisherReader, readyToSubscribe, type Said, subscription } from './zmtp.ts';

/** Whichever of these the node publishes (-zmqpubhashblock, -zmqpubhashtx, -zmqpubrawtx). */
const TOPICS = ['hashblock', 'hashtx', 'rawtx'];
const RECONNECT_MS = 5_000;
/** Transactions come in swarms; looking once for some of them is enough. */
const GATHER_MS = 100;

export interface ZmqHintOptions {
  /** As the node has it: tcp://127.0.0.1:28332. */
  readonly endpoint: string;
  /** Called when there may be something new: a reason to look now rather than at the next turn. */
  readonly wake: () => void;
  /** Told when the connection is lost; it is made again by itself. */
  readonly warn: (error: Error) => void;
}

/**
 * Listens to what a node publishes. It is a hint and nothing else: what it says is not read, and without it everything
 * is found by asking at intervals. So it may be lost, late or forged without harm.
 */
export class ZmqHint {
  private readonly options: ZmqHintOptions;
  private readonly host: string;
  private readonly port: number;
  private socket: Socket | null = null;
  private reconnecting: NodeJS.Timeout | null = null;
  private waking: NodeJS.Timeout | null = null;
  private isClosed = false;

  constructor(options: ZmqHintOptions) {
    const { protocol, hostname, port } = new URL(options.endpoint);
    if (protocol !== 'tcp:' || port === '') {
      throw new RangeError(`${options.endpoint} is no ZMQ endpoint: write it as tcp://host:port`);
    }
    this.options = options;
    this.host = hostname;
    this.port = Number(port);
    this.open();
  }

  close(): void {
    this.isClosed = true;
    if (this.reconnecting !== null) clearTimeout(this.reconnecting);
    if (this.waking !== null) clearTimeout(this.waking);
    this.socket?.destroy();
  }

  private open(): void {
    const socket = connect({ host: this.host, port: this.port });
    const reader = new PublisherReader();
    let reason = new Error('the node has closed the connection');
    this.socket = socket;
    socket.setKeepAlive(true, 60_000);
    socket.write(greeting());
    socket.on('data', (bytes) => {
      try {
        for (const said of reader.read(bytes)) this.answer(socket, said);
      } catch (error) {
        socket.destroy(error as Error);
      }
    });
    socket.on('error', (error) => {
      reason = error;
    });
    socket.on('close', () => {
      if (this.isClosed) return;
      this.options.warn(reason);
      this.reconnecting = setTimeout(() => this.open(), RECONNECT_MS);
    });
  }

  /** Step by step: publishers hang up on those who say everything at once. */
  private answer(socket: Socket, said: Said): void {
    if (said.what === 'greeting') socket.write(readyToSubscribe());
    else if (said.what === 'ready') socket.write(Buffer.concat(TOPICS.map(subscription)));
    else this.wakeSoon();
  }

  private wakeSoon(): void {
    this.waking ??= setTimeout(() => {
      this.waking = null;
      this.options.wake();
    }, GATHER_MS);
  }
}
