const FIRST_MS = 250;
const LONGEST_MS = 30_000;
/** Whoever has run for so long has ended for another reason than the one before. */
const STEADY_MS = 60_000;

/** How long to wait before what has ended is started again: longer each time, unless it has run well in between. */
export class GrowingPause {
  private nextMs = FIRST_MS;

  after(ranMs: number): number {
    if (ranMs >= STEADY_MS) this.nextMs = FIRST_MS;
    const pauseMs = this.nextMs;
    this.nextMs = Math.min(LONGEST_MS, pauseMs * 2);
    return pauseMs;
  }
}
