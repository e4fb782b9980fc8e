import type { TraceContext } from './trace-context.ts';

/** Which traces are told of, by their ids, so that all who see one decide alike. */
export interface Sampling {
  /** A trace that has begun elsewhere is told of if it is there. */
  readonly isByParent: boolean;
  /** Of all others, so many: from 0 to 1. */
  readonly ratio: number;
}

/** Whoever wants to be told of costs more than others: strangers may want it this often. */
const MOST_ASKED_PER_S = 50;
/** As much of an id as a number holds exactly. */
const DIGITS = 13;

/** Decides of each request whether it is told of. */
export class Sampler {
  private readonly sampling: Sampling;
  private readonly nowMs: () => number;
  private second = 0;
  private asked = 0;

  constructor(sampling: Sampling, nowMs: () => number) {
    this.sampling = sampling;
    this.nowMs = nowMs;
  }

  isTold(traceId: string, parent: TraceContext | null): boolean {
    const { isByParent, ratio } = this.sampling;
    if (!isByParent || parent === null) return isWithin(traceId, ratio);
    if (!parent.isSampled) return false;
    return this.isRoomForAsked() || isWithin(traceId, ratio);
  }

  private isRoomForAsked(): boolean {
    const second = Math.floor(this.nowMs() / 1_000);
    if (second !== this.second) [this.second, this.asked] = [second, 0];
    return ++this.asked <= MOST_ASKED_PER_S;
  }
}

function isWithin(traceId: string, ratio: number): boolean {
  return Number.parseInt(traceId.slice(-DIGITS), 16) / 16 ** DIGITS < ratio;
}
