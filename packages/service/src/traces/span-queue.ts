import { setTimeout as sleep } from 'node:timers/promises';
import type { Posted } from './post-spans.ts';
import type { ToldSpan } from './span.ts';

const UNSENDABLE = 'they cannot be written as HTTP';
/** Spans that are sent together. */
const MOST_AT_ONCE = 256;
/** After so many tries what is first in the queue is given up: it may be what the receiver cannot take. */
const MOST_TRIES = 5;
const LONGEST_PAUSE_MS = 60_000;
/** A process that ends waits no longer for its last spans to be taken. */
const LAST_MS = 500;
const TELL_AGAIN_MS = 60_000;

/** What became of spans. */
export interface SpanCounts {
  /** The receiver has them. */
  sent: number;
  /** There was no room for them: the receiver is away or slow, or one request has too many. */
  dropped: number;
  /** The receiver did not want them, or could not be reached again and again. */
  refused: number;
}

export interface SpanQueueOptions {
  readonly post: (spans: readonly ToldSpan[]) => Promise<Posted>;
  readonly close: () => void;
  readonly everyMs: number;
  readonly mostWaiting: number;
  /** Says why they cannot be sent, and null when they can again. */
  readonly tell: (why: string | null) => void;
}

/** Spans that wait to be sent: as many as there is room for. Nobody waits for it. */
export class SpanQueue {
  readonly counts: SpanCounts = { sent: 0, dropped: 0, refused: 0 };
  private readonly options: SpanQueueOptions;
  private waiting: ToldSpan[] = [];
  private timer: NodeJS.Timeout | null = null;
  private sending: Promise<void> | null = null;
  private tries = 0;
  private isStopping = false;
  private isOver = false;
  private toldAt = Number.NEGATIVE_INFINITY;
  private isFailing = false;

  constructor(options: SpanQueueOptions) {
    this.options = options;
  }

  /** Takes them, as far as there is room. `left`: those that were left out before. */
  readonly add = (spans: readonly ToldSpan[], left: number): void => {
    const room = this.isStopping ? 0 : this.options.mostWaiting - this.waiting.length;
    const taken = Math.min(room, spans.length);
    for (let at = 0; at < taken; at++) this.waiting.push(spans[at] as ToldSpan);
    this.counts.dropped += left + spans.length - taken;
    if (taken > 0) this.wait(this.options.everyMs);
  };

  /** Sends what is left, if the receiver is quick; what it does not take is dropped. */
  async stop(): Promise<void> {
    this.isStopping = true;
    if (this.timer !== null) clearTimeout(this.timer);
    const last = this.isFailing ? Promise.resolve() : this.sendRest();
    const patience = new AbortController();
    await Promise.race([last, sleep(LAST_MS, undefined, { signal: patience.signal }).catch(() => {})]);
    patience.abort();
    this.isOver = true;
    this.counts.dropped += this.waiting.length;
    this.waiting = [];
    this.options.close();
  }

  private async sendRest(): Promise<void> {
    await this.sending;
    while (this.waiting.length > 0 && !this.isFailing) await this.send();
  }

  private wait(ms: number): void {
    if (this.timer !== null || this.sending !== null || this.isStopping) return;
    this.timer = setTimeout(() => {
      this.timer = null;
      this.sending = this.send().finally(() => {
        this.sending = null;
        if (this.waiting.length === 0) return;
        // What fills a whole request does not wait for more.
        const isFull = this.waiting.length >= MOST_AT_ONCE && !this.isFailing;
        this.wait(isFull ? 0 : Math.min(LONGEST_PAUSE_MS, this.options.everyMs * 2 ** this.tries));
      });
    }, ms);
    this.timer.unref();
  }

  /** They keep their places until it is known what became of them: there is never more than there is room for. */
  private async send(): Promise<void> {
    const spans = this.waiting.slice(0, MOST_AT_ONCE);
    const posted = await this.options.post(spans).catch((): Posted => ({ is: 'refused', why: UNSENDABLE }));
    if (this.isOver) return;
    if (posted.is === 'taken') this.counts.sent += spans.length;
    this.tries = posted.is === 'later' ? this.tries + 1 : 0;
    const isGivenUp = posted.is === 'refused' || this.tries >= MOST_TRIES;
    if (isGivenUp) {
      this.counts.refused += spans.length;
      this.tries = Math.min(this.tries, MOST_TRIES - 1);
    }
    if (posted.is === 'taken' || isGivenUp) this.waiting.splice(0, spans.length);
    this.note(posted.is === 'taken' ? null : posted.why);
  }

  private note(why: string | null): void {
    const was = this.isFailing;
    this.isFailing = why !== null;
    if (why === null ? !was : performance.now() - this.toldAt < TELL_AGAIN_MS) return;
    this.toldAt = why === null ? Number.NEGATIVE_INFINITY : performance.now();
    this.options.tell(why);
  }
}
