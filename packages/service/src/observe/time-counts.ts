/** The buckets that durations are counted in: up to so many milliseconds, and beyond the last. */
export const BOUNDS_MS: readonly number[] = [
  1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000,
];
const BOUNDS = Float64Array.from(BOUNDS_MS);
const BEYOND = BOUNDS.length;
const SUM = BEYOND + 1;

/** How long something took, each time that it was done: a row of counters, because it is on every path. */
export class TimeCounts {
  private readonly figures = new Float64Array(SUM + 1);

  note(ms: number): void {
    const { figures } = this;
    let bucket = 0;
    while (bucket < BEYOND && ms > BOUNDS[bucket]!) bucket++;
    figures[bucket]!++;
    figures[SUM]! += ms;
  }

  /** How often it took no longer than each bound, and at all; and how long all of it took. */
  read(): { readonly upTo: readonly number[]; readonly count: number; readonly sumMs: number } {
    let count = 0;
    const upTo = BOUNDS_MS.map((_, bucket) => (count += this.figures[bucket]!));
    return { upTo, count: count + this.figures[BEYOND]!, sumMs: this.figures[SUM]! };
  }
}

/** The same by what was done. */
export class TimeCountsBy {
  private readonly all = new Map<string, TimeCounts>();

  note(what: string, ms: number): void {
    let durations = this.all.get(what);
    if (durations === undefined) {
      durations = new TimeCounts();
      this.all.set(what, durations);
    }
    durations.note(ms);
  }

  entries(): Iterable<readonly [string, TimeCounts]> {
    return this.all;
  }
}
