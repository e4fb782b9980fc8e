import { MESSAGE } from '@swapdesk/contract';
import { Refusal } from '../refusal.ts';

/** Remembered callers. When there are more, the one that has been quiet longest is forgotten. */
const MOST_CALLERS = 100_000;
/** Other nodes are told of a caller who has spent this part of an allowance here since they were told last. */
const NOTICEABLE = 1 / 100;
/** Allowances that a caller owes at most for what other nodes tell. */
export const MOST_OWED = 1;

interface Bucket {
  /** Weight left to spend. */
  level: number;
  /** When it was last computed, in milliseconds. */
  at: number;
  /** Spent here, and not told to other nodes yet. */
  untold: number;
}

/** A caller, and how much of something is theirs. */
export type Share = readonly [scope: string, many: number];

/** Refused for having asked too much; says when to come back. */
export class TooManyRequests extends Refusal {
  readonly retryAfterS: number;

  constructor(retryAfterS: number) {
    super(MESSAGE.tooManyRequests);
    this.retryAfterS = retryAfterS;
  }
}

/**
 * A bucket per caller that holds a minute's allowance and refills steadily. Each node has one of its own, and all of them
 * are of the same allowance: what is spent here is told to the others, and what they tell is taken here, a moment late
 * (`shared-limits.ts`). So in the long run a caller has one allowance whatever the number of nodes, and at first at
 * most as much more as they let through before they hear of each other.
 */
export class RateLimiter {
  private readonly buckets = new Map<string, Bucket>();
  /** Callers whom others should hear of. */
  private readonly noticeable = new Set<string>();

  /** Takes the weight from the caller's bucket, or throws. */
  spend(scope: string, weight: number, perMinute: number, nowMs: number): void {
    const bucket = this.refilled(scope, perMinute, nowMs);
    if (bucket.level < weight) throw new TooManyRequests(secondsUntil(weight - bucket.level, perMinute));
    this.take(scope, bucket, weight, perMinute);
  }

  /** Takes the weight even if too little is left: for what is known only afterwards, such as a missed code. */
  penalize(scope: string, weight: number, perMinute: number, nowMs: number): void {
    this.take(scope, this.refilled(scope, perMinute, nowMs), weight, perMinute);
  }

  /** Takes what the caller has spent on another node. */
  hear([scope, weight]: Share, perMinute: number, nowMs: number): void {
    const bucket = this.refilled(scope, perMinute, nowMs);
    const least = Math.min(bucket.level, -MOST_OWED * perMinute);
    bucket.level = Math.max(least, bucket.level - Math.min(weight, perMinute));
  }

  /** Who has spent noticeably here since this was asked last, and how much; so many callers at most, the others next time. */
  untold(most: number): Share[] {
    const shares: Share[] = [];
    for (const scope of this.noticeable) {
      if (shares.length === most) break;
      this.noticeable.delete(scope);
      const bucket = this.buckets.get(scope);
      if (bucket === undefined) continue;
      shares.push([scope, bucket.untold]);
      bucket.untold = 0;
    }
    return shares;
  }

  private take(scope: string, bucket: Bucket, weight: number, perMinute: number): void {
    bucket.level -= weight;
    bucket.untold += weight;
    if (bucket.untold >= perMinute * NOTICEABLE) this.noticeable.add(scope);
  }

  private refilled(scope: string, perMinute: number, nowMs: number): Bucket {
    const known = this.buckets.get(scope);
    const level =
      known === undefined
        ? perMinute
        : Math.min(perMinute, known.level + (Math.max(0, nowMs - known.at) * perMinute) / 60_000);
    const bucket = { level, at: nowMs, untold: known?.untold ?? 0 };
    // Deleted and set again, so that the map stays in order of last use.
    this.buckets.delete(scope);
    this.buckets.set(scope, bucket);
    if (this.buckets.size > MOST_CALLERS) this.forget(this.buckets.keys().next().value as string);
    return bucket;
  }

  private forget(scope: string): void {
    this.buckets.delete(scope);
    this.noticeable.delete(scope);
  }
}

function secondsUntil(weight: number, perMinute: number): number {
  return Math.max(1, Math.ceil((weight * 60) / perMinute));
}
