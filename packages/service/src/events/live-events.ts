import { type Repeating, repeat } from '../repeat.ts';
import type { Database } from '../store/database.ts';
import { readOn, type StoredEvent } from './read-events.ts';

const POLL_MS = 250;
/** Events that one listener gets at a time. */
const MOST_AT_ONCE = 100;

/** Somebody who wants to hear what happens to an order. */
export interface Listener {
  readonly orderId: number;
  /** False as long as it has not taken what it was told before. */
  isReady(): boolean;
  /** The event, and its number in the order's log. */
  hear(number: number, event: StoredEvent): void;
}

/** How far a listener is. */
interface Progress {
  lastId: number;
  number: number;
}

/**
 * Tells listeners of this node what happens to their orders, whichever node makes it happen. A few times a second the
 * store is asked for all of them at once, and not at all while there are none. What has happened before, what happens
 * now, and what was missed are read in the same way, so nobody can fall between them. Who is slow is left out until they
 * have taken what they got: nothing piles up for them here.
 */
export class LiveEvents {
  private readonly listeners = new Map<Listener, Progress>();
  private readonly database: Database;
  private readonly polling: Repeating;

  constructor(database: Database, onError: (error: unknown) => void) {
    this.database = database;
    this.polling = repeat(() => this.poll(), POLL_MS, onError);
  }

  /** Tells the listener everything from the beginning, and goes on until the function that it returns is called. */
  listen(listener: Listener): () => void {
    this.listeners.set(listener, { lastId: 0, number: 0 });
    this.polling.hurry();
    return () => this.listeners.delete(listener);
  }

  stop(): Promise<void> {
    return this.polling.stop();
  }

  private async poll(): Promise<void> {
    const ready = [...this.listeners].filter(([listener]) => listener.isReady());
    if (ready.length === 0) return;
    const positions = ready.map(([{ orderId }, { lastId }]) => ({ orderId, lastId }));
    const found = await readOn(this.database, positions, MOST_AT_ONCE);
    ready.forEach(([listener, progress], nth) => {
      const events = found[nth] ?? [];
      for (const event of events) {
        // It may have left while we asked, or at the last event.
        if (!this.listeners.has(listener)) return;
        if (progress.lastId === 0) progress.number = event.told_before;
        progress.lastId = event.id;
        listener.hear(++progress.number, event);
      }
      if (events.length === MOST_AT_ONCE) this.polling.hurry();
    });
  }
}
