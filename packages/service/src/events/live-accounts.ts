import { type Repeating, repeat } from '../repeat.ts';
import type { Database } from '../store/database.ts';
import { type AccountStoredEvent, readAccounts } from './read-account.ts';

const POLL_MS = 250;
/** Numbers that one listener goes on by at a time. */
const MOST_AT_ONCE = 100;

/** Somebody who wants to hear what happens to the orders of an account. */
export interface AccountListener {
  readonly accountId: number;
  /** The number of the last event that it knows. */
  readonly after: number;
  /** False as long as it has not taken what it was told before. */
  isReady(): boolean;
  hear(event: AccountStoredEvent): void;
}

/** Tells listeners of this node what happens to the orders of their accounts, as LiveEvents does for one order each. */
export class LiveAccounts {
  private readonly listeners = new Map<AccountListener, number>();
  private readonly database: Database;
  private readonly polling: Repeating;

  constructor(database: Database, onError: (error: unknown) => void) {
    this.database = database;
    this.polling = repeat(() => this.poll(), POLL_MS, onError);
  }

  /** Tells the listener everything from where it is, and goes on until the function that it returns is called. */
  listen(listener: AccountListener): () => void {
    this.listeners.set(listener, listener.after);
    this.polling.hurry();
    return () => this.listeners.delete(listener);
  }

  stop(): Promise<void> {
    return this.polling.stop();
  }

  private async poll(): Promise<void> {
    const ready = [...this.listeners].filter(([listener]) => listener.isReady());
    if (ready.length === 0) return;
    const positions = ready.map(([{ accountId }, after]) => ({ accountId, after }));
    const found = await readAccounts(this.database, positions, MOST_AT_ONCE);
    ready.forEach(([listener, after], nth) => {
      const { events, next } = found[nth] as (typeof found)[number];
      for (const event of events) {
        // It may have left while we asked, or at the last event.
        if (this.listeners.has(listener)) listener.hear(event);
      }
      if (this.listeners.has(listener)) this.listeners.set(listener, next);
      if (next === after + MOST_AT_ONCE) this.polling.hurry();
    });
  }
}
