import { loadOrder, type Order } from '../api/order.ts';
import { type Happening, OrderEvents } from '../api/order-events.ts';
import { isNoAnswer, Refused, Unreachable } from '../api/refused.ts';
import { isOver } from './is-over.ts';

/** What is known of an order. */
export type Known =
  | { readonly stage: 'loading' | 'none' | 'unreachable' }
  | {
      readonly stage: 'found';
      readonly order: Order;
      readonly events: readonly Happening[];
      /** False while the connection is broken, or nothing comes over it but errors: what is shown may be old. */
      readonly isLive: boolean;
    };

/** Confirmations are no events: while there are any to wait for, the order is looked at this often. */
const CONFIRMING_MS = 2_000;
/** While nobody looks on: for the tab's title, and for whoever wants to be told. */
const RESTING_MS = 30_000;
/** And otherwise: the market moves. */
const QUIET_MS = 15_000;
/** While the service does not answer. */
const LOST_MS = 5_000;
const NOT_FOUND = 'order not found';

/**
 * An order, kept right while its page is looked at: every event makes it look again. A page in the background lets go of
 * its connection, of which a browser has few, and looks now and then as long as something may still happen; whoever comes back
 * to it, after a minute or a night, sees what is so then.
 */
export class LiveOrder {
  private readonly code: string;
  private readonly tell: (known: Known) => void;
  private readonly load: typeof loadOrder;
  private readonly stream: OrderEvents;
  private order: Order | null = null;
  private events: readonly Happening[] = [];
  /** The stream stands. */
  private isConnected = false;
  /** The last question was answered: a stream may stand while questions are not. */
  private isAnswered = true;
  /** Aborted, and another one, when an answer is not waited for any longer. */
  private question = new AbortController();
  private isAsking = false;
  private isStale = false;
  private isStopped = true;
  private isResting = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(code: string, tell: (known: Known) => void, load = loadOrder) {
    this.code = code;
    this.tell = tell;
    this.load = load;
    this.stream = new OrderEvents(code, {
      onEvent: (event) => {
        this.events = [...this.events, event];
        this.refresh();
      },
      onConnected: (isConnected) => {
        this.isConnected = isConnected;
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
    this.question.abort();
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
    this.timer = setTimeout(() => this.refresh(), this.pauseMs());
  }

  private pauseMs(): number {
    if (!this.isAnswered) return LOST_MS;
    const isConfirming = this.order?.deposits.some(({ depth }) => depth !== null) ?? true;
    return isConfirming ? CONFIRMING_MS : QUIET_MS;
  }

  private async ask(): Promise<void> {
    const { signal } = this.question;
    try {
      const isFirst = this.order === null;
      this.order = await this.load(this.code, { signal });
      this.isAnswered = true;
      if (isFirst && !this.isStopped && !this.isResting) this.stream.open();
      this.show();
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof Refused && error.message === NOT_FOUND) {
        this.tell({ stage: 'none' });
        this.stop();
      } else if (this.order === null) this.tell({ stage: 'unreachable' });
      else if (error instanceof Unreachable) this.lose();
      else if (isNoAnswer(error)) this.isUnanswered();
    }
  }

  /** The line is gone. A stream that nothing comes from notices that late, if at all: it is begun anew, once. */
  lose(): void {
    if (this.isUnanswered()) this.stream.open();
  }

  /** What is shown may be old. True if that is new. */
  private isUnanswered(): boolean {
    if (!this.isAnswered || this.isResting || this.isStopped) return false;
    this.isAnswered = false;
    this.show();
    return true;
  }

  private show(): void {
    const { order, events, isConnected, isAnswered } = this;
    if (order !== null) this.tell({ stage: 'found', order, events, isLive: isConnected && isAnswered });
  }

  /** The page is in the background. */
  rest(): void {
    this.isResting = true;
    this.stream.close();
    clearTimeout(this.timer);
    if (!this.isAsking) this.timer = setTimeout(() => this.refresh(), RESTING_MS);
  }

  /**
   * Comes back to a page that was let go of, or to a line that was gone: what was asked before may never be answered. Until somebody has
   * answered, what is shown is what was so then.
   */
  resume(): void {
    this.isResting = false;
    this.question.abort();
    this.question = new AbortController();
    this.isConnected = false;
    this.show();
    if (this.order !== null) this.stream.open();
    this.start();
  }
}
