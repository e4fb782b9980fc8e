import { performance } from 'node:perf_hooks';
import type { Logger } from 'pino';

/** What is let in is answered within this, as things go: of a burst, and where more than can be done is asked for all the time. */
const SOON_S = 0.1;
const STEADY_S = 0.03;
/** Where it is the store that all wait for, which may be far away: to let in fewer would not make it answer sooner. */
const STORE_S = 1;
/** Answers a second, until it is known what this machine can do. */
const FIRST_CAPACITY = 1_000;
/** So many of a burst are let in on the slowest machine: what was done in a quiet hour says nothing about what can be. */
const BURST = 128;
/** So many may be under way whatever is asked for: work goes on, and it is noticed when it gets better. */
const LEAST = 32;
/** One round of the event loop that takes longer leaves what comes meanwhile unread for too long. */
const LONG_ROUND_MS = 20;
const LOOK_AGAIN_MS = 100;
/** A loop that hardly works says nothing about how much it could do; one that hardly rests is what all wait for. */
const AT_WORK = 0.3;
const BUSY = 0.9;
/** When nobody had to be refused for so long, a burst may come again. */
const CALM_MS = 200;
/** How far what was seen last counts against what was seen before. */
const NEWEST = 0.3;
const FAR_LESS = 0.6;
const LESS = 0.9;
const MORE = 1.05;
const FAR_MORE = 1.5;
const TELL_AGAIN_MS = 60_000;

/**
 * Whether what comes now can be answered soon, or is to be told at once that the server is busy. Whoever lets everything in
 * answers everybody late: a queue that is asked for more than it serves only grows, and its clients ask again. So no more is
 * under way than is answered soon, at the pace at which this machine answers. And since requests wait unread for the next
 * round of the event loop, and work waits for one each time the store has answered, rounds are kept short as well: where
 * refusing alone takes most of the time, less of what is left goes to work, so that all hear soon.
 */
export class Admission {
  private readonly log: Logger;
  private underWay = 0;
  private most = Math.max(BURST, SOON_S * FIRST_CAPACITY);
  private perSecond = FIRST_CAPACITY;
  private roundBeganAt: number | null = null;
  private isLoopBusy = false;
  private isFull = false;
  private fullAt = Number.NEGATIVE_INFINITY;
  private readonly seen = { since: performance.now(), answered: 0, loop: performance.eventLoopUtilization() };
  private refused = 0;
  private toldAt = Number.NEGATIVE_INFINITY;

  constructor(log: Logger) {
    this.log = log;
  }

  /** Whether one more can be answered soon. */
  hasRoom(nowMs: number): boolean {
    if (this.roundBeganAt === null) this.beginRound(nowMs);
    if (this.underWay < this.most) return true;
    this.isFull = true;
    this.refused++;
    return false;
  }

  enter(): void {
    this.underWay++;
  }

  leave(): void {
    this.underWay--;
    this.seen.answered++;
  }

  private beginRound(nowMs: number): void {
    this.roundBeganAt = nowMs;
    // After whatever the first request has put there: the work of a round belongs to it.
    queueMicrotask(() => setImmediate(() => this.endRound()));
  }

  private endRound(): void {
    const nowMs = performance.now();
    const tookMs = nowMs - (this.roundBeganAt as number);
    this.roundBeganAt = null;
    if (nowMs - this.seen.since >= LOOK_AGAIN_MS) this.lookAtPace(nowMs);
    if (this.isFull) {
      this.fullAt = nowMs;
      this.most = Math.max(LEAST, this.most * this.change(tookMs));
    } else if (nowMs - this.fullAt > CALM_MS) {
      this.most = Math.max(BURST, SOON_S * this.perSecond, this.isLoopBusy ? 0 : this.most);
    }
    this.isFull = false;
    if (this.refused > 0 && nowMs - this.toldAt >= TELL_AGAIN_MS) this.tell(nowMs);
  }

  private change(roundMs: number): number {
    if (roundMs > LONG_ROUND_MS) return FAR_LESS;
    const soonS = this.isLoopBusy ? STEADY_S : STORE_S;
    if (this.most > soonS * this.perSecond) return LESS;
    return this.isLoopBusy ? MORE : FAR_MORE;
  }

  private lookAtPace(nowMs: number): void {
    const { since, answered, loop } = this.seen;
    const { utilization } = performance.eventLoopUtilization(loop);
    const perSecond = (answered * 1_000) / (nowMs - since);
    // A loop that rests could do more by as much. One that had to refuse does what it can: it may be the store that it waits for.
    const wasFull = this.fullAt >= since;
    const pace = wasFull ? perSecond : perSecond / utilization;
    if (wasFull || utilization >= AT_WORK) this.perSecond += NEWEST * (pace - this.perSecond);
    this.isLoopBusy = utilization >= BUSY;
    this.seen.answered = 0;
    this.seen.since = nowMs;
    this.seen.loop = performance.eventLoopUtilization();
  }

  private tell(nowMs: number): void {
    this.log.warn(
      { refused: this.refused, answersPerSecond: Math.round(this.perSecond) },
      'more is asked for than can be answered soon: clients are told that the server is busy',
    );
    this.refused = 0;
    this.toldAt = nowMs;
  }
}
