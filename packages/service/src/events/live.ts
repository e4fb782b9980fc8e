import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Repeating, repeat } from '../repeat.ts';

const POLL_MS = 250;
const AT_ONCE_MS = 10;

/** What was found for one listener: from where it is on to where it is then. */
export interface FoundEvents<Place, Event> {
  readonly events: readonly Event[];
  readonly next: Place;
  /** False if there may be more already. */
  readonly isAll: boolean;
}

/** How listeners of one kind are told. */
export interface HowToTell<Listener, Place, Event> {
  /** Where one begins. */
  begin(listener: Listener): Place;
  /** Reads on for all of them at once. */
  read(those: readonly (readonly [Listener, Place])[]): Promise<readonly FoundEvents<Place, Event>[]>;
  /** Throws if it cannot be told, as of a coin that this node does not know yet: it is tried again. */
  tell(listener: Listener, event: Event): void;
  /** Where one is who was told it. */
  placeAt(event: Event): Place;
}

/**
 * Tells listeners of this node what happens, whichever node makes it happen. A few times a second the store is asked for all of
 * them at once, and not at all while there are none. What has happened before, what happens now, and what was missed are read in
 * the same way, so nobody can fall between them. Who is slow is left out until they have taken what they got: nothing piles up
 * for them here.
 */
export class Live<Listener extends { isReady(): boolean }, Place, Event> {
  private readonly listeners = new Map<Listener, Place>();
  private readonly telling: HowToTell<Listener, Place, Event>;
  private readonly polling: Repeating;

  constructor(telling: HowToTell<Listener, Place, Event>, onError: (error: unknown) => void) {
    this.telling = telling;
    this.polling = repeat(() => this.poll(), POLL_MS, onError);
  }

  /** Tells the listener everything from where it begins, and goes on until the function that it returns is called. */
  listen(listener: Listener): () => void {
    this.listeners.set(listener, this.telling.begin(listener));
    this.polling.hurry();
    return () => this.listeners.delete(listener);
  }

  stop(): Promise<void> {
    return this.polling.stop();
  }

  private async poll(): Promise<void> {
    const ready = [...this.listeners].filter(([listener]) => listener.isReady());
    if (ready.length === 0) return;
    const found = await this.telling.read(ready);
    const failed: unknown[] = [];
    let began = performance.now();
    for (const [nth, [listener, from]] of ready.entries()) {
      // Many who begin far back have much to be told: others of this process are not kept waiting for all of it.
      if (performance.now() - began > AT_ONCE_MS) {
        await nextTurn();
        began = performance.now();
      }
      try {
        this.tellOf(found[nth] as FoundEvents<Place, Event>, listener, from);
      } catch (error) {
        failed.push(error);
      }
    }
    // Those who could be told have been.
    if (failed.length > 0) throw failed[0];
  }

  private tellOf({ events, next, isAll }: FoundEvents<Place, Event>, listener: Listener, from: Place): void {
    let place = from;
    try {
      for (const event of events) {
        // It may have left while we asked, or at the last event.
        if (!this.listeners.has(listener)) return;
        this.telling.tell(listener, event);
        place = this.telling.placeAt(event);
      }
      place = next;
      if (!isAll) this.polling.hurry();
    } finally {
      if (this.listeners.has(listener)) this.listeners.set(listener, place);
    }
  }
}
