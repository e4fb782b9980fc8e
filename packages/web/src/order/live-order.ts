import { ORDER_STATUS } from '@swapdesk/contract/plain';
import { loadOrder, type Order } from '../api/order.ts';
import { type Happening, OrderEvents } from '../api/order-events.ts';
import { Refused, Unreachable } from '../api/refused.ts';

/** What is known of an order. */
export type Known =
  | { readonly stage: 'loading' | 'none' | 'unreachable' }
  | {
      readonly stage: 'found';
      readonly order: Order;
      readonly events: readonly Happening[];
      /** False while the connection is broken: what is shown may be old. */
      readonly isLive: boolean;
    };

/** Confirmations are no events: while there are any to wait for, the order is looked at this often. */
const CONFIRMING_MS = 2_000;
/** While nobody looks on: for the tab's title, and for whoever wants to be told. */
const RESTING_MS = 30_000;
/** And otherwise: the market moves. */
const QUIET_MS = 15_000;
const NOT_FOUND = 'order not found';

/**
 * An order, kept right while its page is looked at: every event makes it look again. A page in the background lets go of
 * its connection, of which a browser has few, and looks now and then as long as something may still happen; whoever comes back
 * to it, after a minute or a night, sees what is so then.
 */
export class LiveOrder {
  private readonly code: string;
  private readonly tell: (known: Known) => void;
  private readonly stream: OrderEvents;
  private order: Order | null = null;
  private events: readonly Happening[] = [];
  private isLive = false;
  private isAsking = false;
  private isStale = false;
  private isStopped = true;
  private isResting = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(code: string, tell: (known: Known) => void) {
    this.code = code;
    this.tell = tell;
    this.stream = new OrderEvents(code, {
      onEvent: (event) => {
        this.events = [...this.events, event];
        this.refresh();
      },
      onConnected: (isConnected) => {
        this.isLive = isConnected;
        this.show();
        if (isConnected) this.refresh();
      },
    });
  }

  start(): void {
    this.isStopped = false;
    this.refresh();
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
    this.stream.close();
  }

  /** Looks again, now. What is asked for while we look is looked at once more afterwards. */
  refresh(): void {
    this.isStale = true;
    if (!this.isAsking) void this.look();
  }

  private async look(): Promise<void> {
    this.isAsking = true;
    clearTimeout(this.timer);
    while (this.isStale && !this.isStopped) {
      this.isStale = false;
      await this.ask();
    }
    this.isAsking = false;
    if (this.isStopped) return;
    if (this.isResting) {
      if (this.order !== null && !isOver(this.order))
        this.timer = setTimeout(() => this.refresh(), RESTING_MS);
      return;
    }
    const isConfirming = this.order?.deposits.some(({ depth }) => depth !== null) ?? true;
    this.timer = setTimeout(() => this.refresh(), isConfirming ? CONFIRMING_MS : QUIET_MS);
  }

  private async ask(): Promise<void> {
    try {
      const isFirst = this.order === null;
      this.order = await loadOrder(this.code);
      if (isFirst && !this.isStopped && !this.isResting) this.stream.open();
      this.show();
    } catch (error) {
      if (error instanceof Refused && error.message === NOT_FOUND) {
        this.tell({ stage: 'none' });
        this.stop();
      } else if (this.order === null) this.tell({ stage: 'unreachable' });
      else if (error instanceof Unreachable) this.lose();
    }
  }

  /** The line is gone. A stream that nothing comes from notices that late, if at all: it is begun anew. */
  lose(): void {
    if (!this.isLive || this.isResting || this.isStopped) return;
    this.isLive = false;
    this.stream.open();
    this.show();
  }

  private show(): void {
    const { order, events, isLive } = this;
    if (order !== null) this.tell({ stage: 'found', order, events, isLive });
  }

  /** The page is in the background. */
  rest(): void {
    this.isResting = true;
    this.stream.close();
    clearTimeout(this.timer);
    if (!this.isAsking) this.timer = setTimeout(() => this.refresh(), RESTING_MS);
  }

  /** Comes back to a page that was let go of. */
  resume(): void {
    this.isResting = false;
    if (this.order !== null) this.stream.open();
    this.start();
  }
}

/** True if nothing happens to it any more by itself. */
export function isOver({ status, surplus }: Pick<Order, 'status' | 'surplus'>): boolean {
  const isDone = status === ORDER_STATUS.completed || status === ORDER_STATUS.refunded;
  return isDone && !surplus.some(({ state }) => state === 'open');
}
