import type { EventType, OrderEvent } from '@swapdesk/contract';
import { type Decimal, parseJson } from '@swapdesk/contract/plain';
import type { AssetName } from './order.ts';

/** Something that has happened to an order. */
export interface Happening {
  readonly number: number;
  readonly type: EventType;
  readonly at: number;
  /** Of a change of status: the new one. */
  readonly status: number | null;
  /** Of a transfer. */
  readonly transfer: (AssetName & { readonly txid: string; readonly amount: Decimal }) | null;
}

export interface EventHearers {
  readonly onEvent: (event: Happening) => void;
  /** Called whenever the connection stands or breaks. */
  readonly onConnected: (isConnected: boolean) => void;
}

const RETRY_MS = 2_000;

/**
 * Listens to what happens to an order, for as long as somebody wants to. The browser comes back by itself after most
 * breaks; after those it gives up at, we do, and go on with the event after the last one.
 */
export class OrderEvents {
  private readonly code: string;
  private readonly hearers: EventHearers;
  private stream: EventSource | null = null;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private last = 0;

  constructor(code: string, hearers: EventHearers) {
    this.code = code;
    this.hearers = hearers;
  }

  open(): void {
    this.close();
    const query = new URLSearchParams({ query_code: this.code, after: String(this.last) });
    const stream = new EventSource(`/openapi/order/events?${query}`);
    this.stream = stream;
    stream.onopen = () => this.hearers.onConnected(true);
    stream.onmessage = ({ data }) => this.take(happeningOf(data));
    stream.onerror = () => {
      this.hearers.onConnected(false);
      if (stream.readyState === EventSource.CLOSED) this.retry = setTimeout(() => this.open(), RETRY_MS);
    };
  }

  close(): void {
    clearTimeout(this.retry);
    this.stream?.close();
    this.stream = null;
  }

  private take(event: Happening): void {
    if (event.number <= this.last) return;
    this.last = event.number;
    this.hearers.onEvent(event);
  }
}

type WireEvent = Omit<OrderEvent, 'number' | 'at' | 'status' | 'volume'> &
  Readonly<Record<'number' | 'at', Decimal>> & { readonly status?: Decimal; readonly volume?: Decimal };

function happeningOf(data: string): Happening {
  const { number, type, at, status, chain, abbr, txid, volume } = parseJson(data) as unknown as WireEvent;
  const isTransfer = chain !== undefined && abbr !== undefined && txid !== undefined && volume !== undefined;
  return {
    number: number.toInteger() ?? 0,
    type,
    at: at.toInteger() ?? 0,
    status: status?.toInteger() ?? null,
    transfer: isTransfer ? { chain, abbr, txid, amount: volume } : null,
  };
}
