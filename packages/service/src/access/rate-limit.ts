import { MESSAGE } from '@swapdesk/contract';
import { Refusal } from '../refusal.ts';

/** Remembered callers. When there are more, the one that has been quiet longest is forgotten. */
const MOST_CALLERS = 100_000;

interface Bucket {
  /** Weight left to spend. */
  level: number;
  /** When it was last computed, in milliseconds. */
  at: number;
}

/** Refused for having asked too much; says when to come back. */
export class TooManyRequests extends Refusal {
  readonly retryAfterS: number;

  constructor(retryAfterS: number) {
    super(MESSAGE.tooManyRequests);
    this.retryAfterS = retryAfterS;
  }
}

/**
 * A bucket per caller that holds a minute's allowance and refills steadily. In the memory of each node: behind a
 * balancer a caller gets the allowance of every node.
 */
export class RateLimiter {
  private readonly buckets = new Map<string, Bucket>();

  /** Takes the weight from the caller's bucket, or throws. */
  spend(scope: string, weight: number, perMinute: number, nowMs: number): void {
    const bucket = this.refilled(scope, perMinute, nowMs);
    if (bucket.level < weight) throw new TooManyRequests(secondsUntil(weight - bucket.level, perMinute));
    bucket.level -= weight;
  }

  /** Takes the weight even if too little is left: for what is known only afterwards, such as a missed code. */
  penalize(scope: string, weight: number, perMinute: number, nowMs: number): void {
    this.refilled(scope, perMinute, nowMs).level -= weight;
  }

  private refilled(scope: string, perMinute: number, nowMs: number): Bucket {
    const known = this.buckets.get(scope);
    const level =
      known === undefined
        ? perMinute
        : Math.min(perMinute, known.level + (Math.max(0, nowMs - known.at) * perMinute) / 60_000);
    const bucket = { level, at: nowMs };
    // Deleted and set again, so that the map stays in order of last use.
    this.buckets.delete(scope);
    this.buckets.set(scope, bucket);
    if (this.buckets.size > MOST_CALLERS) this.buckets.delete(this.buckets.keys().next().value as string);
    return bucket;
  }
}

function secondsUntil(weight: number, perMinute: number): number {
  return Math.max(1, Math.ceil((weight * 60) / perMinute));
}
