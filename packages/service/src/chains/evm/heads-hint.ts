import { WebSocket } from 'ws';

const RECONNECT_MS = 5_000;
/** A connection over which nothing came for so long, not even an answer to a ping, is dead. */
const PING_MS = 30_000;
/** More than any header; a node that sends more is not one. */
const MOST_BYTES = 1_000_000;
const SUBSCRIBE = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: ['newHeads'] });

export interface WsEndpoint {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface HeadsHintOptions {
  readonly endpoint: WsEndpoint;
  /** Called when there may be a new block: a reason to look now rather than at the next turn. */
  readonly wake: () => void;
  /** Told once when the connection is lost or cannot be made, and once, with null, when the node tells again. */
  readonly warn: (reason: string | null) => void;
}

/**
 * Listens to the new blocks that a node tells of (eth_subscribe). It is a hint and nothing else: without it everything is
 * found by asking at intervals. So it may be lost, late or forged without harm.
 */
export class HeadsHint {
  private readonly options: HeadsHintOptions;
  private socket: WebSocket | null = null;
  private reconnecting: NodeJS.Timeout | null = null;
  private pinging: NodeJS.Timeout | null = null;
  private isClosed = false;
  /** Tried again every few seconds, for as long as it takes: that is told once. */
  private isLost = false;
  private hasTold = false;

  constructor(options: HeadsHintOptions) {
    this.options = options;
    this.open();
  }

  /** True once the node has told of a block over this connection: only then is it known to. */
  get isTelling(): boolean {
    return this.hasTold;
  }

  close(): void {
    this.isClosed = true;
    if (this.reconnecting !== null) clearTimeout(this.reconnecting);
    if (this.pinging !== null) clearInterval(this.pinging);
    this.socket?.terminate();
  }

  private open(): void {
    const { url, headers } = this.options.endpoint;
    const socket = new WebSocket(url, { headers: { ...headers }, maxPayload: MOST_BYTES });
    let reason = 'the node has closed the connection';
    let isAlive = true;
    this.socket = socket;
    this.pinging = setInterval(() => {
      if (!isAlive) return socket.terminate();
      isAlive = false;
      if (socket.readyState === WebSocket.OPEN) socket.ping();
    }, PING_MS);
    this.pinging.unref();
    const alive = () => {
      isAlive = true;
    };
    socket.on('open', () => socket.send(SUBSCRIBE));
    socket.on('pong', alive);
    socket.on('message', (data) => {
      alive();
      const refusal = this.hear(String(data));
      if (refusal === null) return;
      reason = refusal;
      socket.terminate();
    });
    socket.on('error', (error) => {
      reason = error.message;
    });
    socket.on('close', () => this.lost(reason));
  }

  /** Why the node does not tell; null if it may. */
  private hear(text: string): string | null {
    const said = parsed(text);
    const refusal = said?.error ?? null;
    if (refusal !== null) return `the node refuses: ${refusal.message ?? 'no reason given'}`;
    if (said?.method !== 'eth_subscription') return null;
    this.hasTold = true;
    if (this.isLost) this.options.warn(null);
    this.isLost = false;
    this.options.wake();
    return null;
  }

  private lost(reason: string): void {
    this.hasTold = false;
    if (this.pinging !== null) clearInterval(this.pinging);
    if (this.isClosed) return;
    if (!this.isLost) this.options.warn(reason);
    this.isLost = true;
    this.reconnecting = setTimeout(() => this.open(), RECONNECT_MS);
    this.reconnecting.unref();
  }
}

/** For people: what follows the host holds keys. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'a URL that cannot be read';
}

function parsed(text: string): { method?: string; error?: { message?: string } | null } | null {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}
