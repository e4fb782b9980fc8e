import { randomBytes } from 'node:crypto';
import type { RateLimiter, Share } from './rate-limit.ts';
import type { StreamCounts } from './stream-counts.ts';

/** How often others are told, if there is something to tell. */
export const TELL_MS = 250;
/** Open streams are told again so often, as others forget them in the end. */
const AGAIN_MS = 5_000;
/** Callers that are told of at once: more wait for the next time, so that nobody can make nodes talk without end. */
const MOST_AT_ONCE = 1_000;

/** What a process tells the others of its callers. */
export interface CallerNotice {
  /** The process, under a name that no other has. */
  readonly from: string;
  /** The weight that they have spent there since it told last. */
  readonly spent: readonly Share[];
  /** The streams that they have open there, in all. */
  readonly streams: readonly Share[];
}

export interface Shared {
  readonly limiter: RateLimiter;
  readonly streams: StreamCounts;
  /** The allowance as it is now. */
  perMinute(): number;
}

/**
 * One allowance over all processes that serve, at no statement per request: each tells the others a few times a second of
 * those who spend noticeably. What is not told, because nobody can be reached, is not kept: the allowance would have
 * refilled meanwhile.
 */
export class SharedLimits {
  private readonly from = randomBytes(9).toString('base64url');
  private readonly shared: Shared;
  private toldAgainMs = Number.NEGATIVE_INFINITY;

  constructor(shared: Shared) {
    this.shared = shared;
  }

  /** What is to be told now; null if nothing is. */
  notice(nowMs: number): CallerNotice | null {
    const { limiter, streams } = this.shared;
    const isTime = nowMs - this.toldAgainMs >= AGAIN_MS;
    if (isTime) {
      this.toldAgainMs = nowMs;
      streams.forget(nowMs);
    }
    const spent = limiter.untold(MOST_AT_ONCE);
    const open = streams.untold(MOST_AT_ONCE, isTime);
    return spent.length + open.length === 0 ? null : { from: this.from, spent, streams: open };
  }

  hear({ from, spent, streams }: CallerNotice, nowMs: number): void {
    if (from === this.from) return;
    const perMinute = this.shared.perMinute();
    for (const share of spent) this.shared.limiter.hear(share, perMinute, nowMs);
    for (const share of streams) this.shared.streams.hear(from, share, nowMs);
  }

  /** Tells the others again and again, until the function that it returns is called. */
  tellBy(tell: (notice: CallerNotice) => void): () => void {
    const telling = setInterval(() => {
      const notice = this.notice(Date.now());
      if (notice !== null) tell(notice);
    }, TELL_MS).unref();
    return () => clearInterval(telling);
  }
}
