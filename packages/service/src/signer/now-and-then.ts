const TELL_AGAIN_S = 600;
const MOST_REMEMBERED = 1_000;

/** Counts what happens again and again, and says when to tell of it: the first time, and then now and then. */
export class NowAndThen {
  private readonly seen = new Map<string, { toldAt: number; times: number }>();

  /** How often it has happened since it was told last, this time included; null if it is not to be told now. */
  count(what: string, now: number): number | null {
    const before = this.seen.get(what);
    if (before !== undefined && now - before.toldAt < TELL_AGAIN_S) {
      before.times++;
      return null;
    }
    if (this.seen.size >= MOST_REMEMBERED) this.seen.clear();
    this.seen.set(what, { toldAt: now, times: 0 });
    return (before?.times ?? 0) + 1;
  }
}
