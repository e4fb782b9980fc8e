import type { Database } from '../store/database.ts';
import { type FoundEvents, Live } from './live.ts';
import { readOn, type StoredEvent } from './read-events.ts';

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
  readonly lastId: number;
  readonly number: number;
}

interface Numbered {
  readonly number: number;
  readonly event: StoredEvent;
}

/** Tells listeners of this node what happens to their orders, each from its first event on. */
export class LiveEvents extends Live<Listener, Progress, Numbered> {
  constructor(database: Database, onError: (error: unknown) => void) {
    super(
      {
        begin: () => ({ lastId: 0, number: 0 }),
        read: async (those) => {
          const positions = those.map(([{ orderId }, { lastId }]) => ({ orderId, lastId }));
          const found = await readOn(database, positions, MOST_AT_ONCE);
          return those.map(([, progress], nth) => numbered(progress, found[nth] ?? []));
        },
        tell: (listener, { number, event }) => listener.hear(number, event),
        placeAt: ({ number, event }) => ({ lastId: event.id, number }),
      },
      onError,
    );
  }
}

/** Events that were told before the oldest that is stored keep their numbers. */
function numbered(progress: Progress, stored: readonly StoredEvent[]): FoundEvents<Progress, Numbered> {
  const { lastId } = progress;
  const before = lastId === 0 ? (stored[0]?.told_before ?? 0) : progress.number;
  const events = stored.map((event, nth) => ({ number: before + nth + 1, event }));
  const last = events.at(-1);
  const next = last === undefined ? progress : { lastId: last.event.id, number: last.number };
  return { events, next, isAll: stored.length < MOST_AT_ONCE };
}
