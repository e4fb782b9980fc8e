import type { ServerResponse } from 'node:http';
import type { Caller } from '../access/caller.ts';
import { TooManyRequests } from '../access/rate-limit.ts';
import { EventStream } from './event-stream.ts';

const BEAT_MS = 15_000;
/** More than the pages that one person, or one office behind one address, has open. */
const MOST_PER_CALLER = 100;
/** What a node holds with ease; the next one has room. */
const MOST_IN_ALL = 10_000;
const RETRY_AFTER_S = 5;

/** Begins to send, and returns how to end that. */
export type BeginStream = (stream: EventStream) => () => void;

/** The streams that are open on this node: how many each caller has, and their signs of life. */
export class Streams {
  private readonly open = new Set<EventStream>();
  private readonly perCaller = new Map<string, number>();
  private readonly beating = setInterval(() => this.beat(), BEAT_MS).unref();
  private isStopped = false;

  get count(): number {
    return this.open.size;
  }

  /** Throws if the caller may not open another one now. */
  refuseTooMany({ scope, isLimited }: Caller): void {
    const isTooMany = isLimited && (this.perCaller.get(scope) ?? 0) >= MOST_PER_CALLER;
    if (isTooMany || this.open.size >= MOST_IN_ALL) throw new TooManyRequests(RETRY_AFTER_S);
  }

  /** Opens a stream as the answer to a request. It lasts until the reader goes, or this node stops. */
  add(response: ServerResponse, headers: readonly string[], { scope }: Caller, begin: BeginStream): void {
    // Gone already, while the order was being looked up.
    if (response.destroyed) return;
    const stream = new EventStream(response, headers);
    this.open.add(stream);
    this.perCaller.set(scope, (this.perCaller.get(scope) ?? 0) + 1);
    const end = begin(stream);
    response.once('close', () => {
      end();
      this.open.delete(stream);
      this.leave(scope);
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

  private leave(scope: string): void {
    const left = (this.perCaller.get(scope) ?? 0) - 1;
    if (left > 0) this.perCaller.set(scope, left);
    else this.perCaller.delete(scope);
  }

  private beat(): void {
    for (const stream of this.open) stream.beat();
  }
}
