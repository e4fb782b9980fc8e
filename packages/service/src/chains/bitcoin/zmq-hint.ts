import { connect, type NetConnectOpts, type Socket } from 'node:net';
import type { News } from '../chain.ts';
import { greeting, type PublisherMessage, PublisherReader, readyToSubscribe, subscription } from './zmtp.ts';

/** Whichever of these the node publishes (-zmqpubhashblock, -zmqpubhashtx). */
const TOPICS: Readonly<Record<string, News>> = { hashblock: 'block', hashtx: 'transaction' };
const RECONNECT_MS = 5_000;
/** Transactions come in swarms; looking once for some of them is enough. */
const GATHER_MS = 200;

export interface ZmqHintOptions {
  /** As the node has it: tcp://127.0.0.1:28332, or ipc:///path/of/a/socket. */
  readonly endpoint: string;
  /** Called for each transaction that the node says it has taken. */
  readonly transaction: (txid: string) => void;
  /** Called when there may be something new: a reason to look now rather than at the next turn. */
  readonly wake: (what: News) => void;
  /** Told once when the connection is lost or cannot be made, and once, with null, when it is there again. */
  readonly warn: (error: Error | null) => void;
  /** After which it is tried again. */
  readonly reconnectMs?: number;
}

/**
 * Listens to what a node publishes. It is a hint of what to ask for and nothing else: without it everything is found
 * by asking at intervals. So it may be lost, late or forged without harm.
 */
export class ZmqHint {
  private readonly options: ZmqHintOptions;
  private readonly place: NetConnectOpts;
  private socket: Socket | null = null;
  private reconnecting: NodeJS.Timeout | null = null;
  private waking: NodeJS.Timeout | null = null;
  /** What is told with the next call. */
  private readonly news = new Set<News>();
  /** What the node has told of since the connection was made: only then is it known to. */
  private readonly heard = new Set<News>();
  private isClosed = false;
  /** Tried again every few seconds, for as long as it takes: that is told once. */
  private isLost = false;

  constructor(options: ZmqHintOptions) {
    this.options = options;
    this.place = placeOf(options.endpoint);
    this.open();
  }

  close(): void {
    this.isClosed = true;
    if (this.reconnecting !== null) clearTimeout(this.reconnecting);
    if (this.waking !== null) clearTimeout(this.waking);
    this.socket?.destroy();
  }

  get telling(): 'nothing' | 'blocks' | 'everything' {
    if (!this.heard.has('block')) return 'nothing';
    return this.heard.has('transaction') ? 'everything' : 'blocks';
  }

  private open(): void {
    const socket = connect(this.place);
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
      this.heard.clear();
      if (this.isClosed) return;
      if (!this.isLost) this.options.warn(reason);
      this.isLost = true;
      this.reconnecting = setTimeout(() => this.open(), this.options.reconnectMs ?? RECONNECT_MS);
    });
  }

  /** Step by step: publishers hang up on those who say everything at once. */
  private answer(socket: Socket, said: PublisherMessage): void {
    if (said.what === 'greeting') socket.write(readyToSubscribe());
    else if (said.what === 'ready') this.subscribe(socket);
    else this.hear(said.parts);
  }

  private subscribe(socket: Socket): void {
    socket.write(Buffer.concat(Object.keys(TOPICS).map(subscription)));
    if (this.isLost) this.options.warn(null);
    this.isLost = false;
  }

  private hear([topic, hash]: readonly Buffer[]): void {
    const what = TOPICS[topic?.toString('latin1') ?? ''];
    if (what === undefined || hash?.length !== 32) return;
    this.heard.add(what);
    if (what === 'transaction') this.options.transaction(hash.toString('hex'));
    this.wakeSoon(what);
  }

  private wakeSoon(what: News): void {
    this.news.add(what);
    this.waking ??= setTimeout(() => {
      this.waking = null;
      const isBlock = this.news.has('block');
      this.news.clear();
      this.options.wake(isBlock ? 'block' : 'transaction');
    }, GATHER_MS);
  }
}

function placeOf(endpoint: string): NetConnectOpts {
  const [, path] = /^ipc:\/\/(.+)$/.exec(endpoint) ?? [];
  if (path !== undefined) return { path };
  const [, host = '', port] = /^tcp:\/\/\[?([^/]+?)\]?:(\d{1,5})$/.exec(endpoint) ?? [];
  if (port === undefined) throw new RangeError(`${endpoint} is no ZMQ endpoint: write it as tcp://host:port`);
  return { host, port: Number(port) };
}
