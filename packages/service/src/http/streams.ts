import type { ServerResponse } from 'node:http';
import type { Caller } from '../access/caller.ts';
import { TooManyRequests } from '../access/rate-limit.ts';
import { MOST_PER_CALLER, StreamCounts } from '../access/stream-counts.ts';
import { EventStream } from './event-stream.ts';

const BEAT_MS = 15_000;
/** What a process holds with ease; the next one has room. */
const MOST_IN_ALL = 10_000;
const RETRY_AFTER_S = 5;

/** Begins to send, and returns how to end that. */
export type BeginStream = (stream: EventStream) => () => void;

/** A stream that may begin, whose it is, and whether they still may have it. */
export interface Opened {
  readonly caller: Caller;
  readonly begin: BeginStream;
  readonly mayGoOn: () => boolean;
}

/** The streams that are open in this process: how many each caller has, and their signs of life. */
export class Streams {
  private readonly open = new Set<EventStream>();
  /** By caller, with those that other nodes tell of. */
  readonly counts = new StreamCounts();
  private readonly beating = setInterval(() => this.beat(), BEAT_MS).unref();
  private isStopped = false;

  get count(): number {
    return this.open.size;
  }

  /** Throws if the caller may not open another one now. */
  refuseTooMany({ scope, isLimited }: Caller): void {
    const isTooMany = isLimited && this.counts.of(scope, Date.now()) >= MOST_PER_CALLER;
    if (isTooMany || this.open.size >= MOST_IN_ALL) throw new TooManyRequests(RETRY_AFTER_S);
  }

  /** Opens a stream as the answer to a request. It lasts until the reader goes, or may not have it any more, or this node stops. */
  add(response: ServerResponse, headers: readonly string[], { caller, begin, mayGoOn }: Opened): void {
    const { scope } = caller;
    // Gone already, while the order was being looked up.
    if (response.destroyed) return;
    const stream = new EventStream(response, headers, mayGoOn);
    this.open.add(stream);
    this.counts.open(scope);
    const end = begin(stream);
    response.once('close', () => {
      end();
      this.open.delete(stream);
      this.counts.close(scope);
    });
    // A browser that is told anything but 200 does not come back by itself.
    if (this.isStopped) stream.end();
  }

  /** Ends all of them, politely: readers come back, to this node when it is up again or to another one. */
  stop(): void {
    this.isStopped = true;
    clearInterval(this.beating);
    for (const stream of this.open) stream.end();
  }

  private beat(): void {
    for (const stream of this.open) stream.beat();
  }
}
