/** How long an endpoint that struggles is passed over once so much waits for it that nothing more is taken up. */
const STUCK_MS = 5_000;
/** One that takes what it is sent has room again soon. To see that takes about a millisecond each: of the time no more than a fifth is spent on that. */
const EACH_MS = 5;

/**
 * Endpoints for which as much waits as may. To see that costs a look at all of it, so it is not looked at in every round: the more there are, the
 * more seldom.
 */
export class FullBacklogs {
  private readonly until = new Map<number, number>();

  note(
    { stuck, full }: { readonly stuck: readonly number[]; readonly full: readonly number[] },
    nowMs: number,
  ): void {
    const soonMs = EACH_MS * (this.until.size + full.length);
    for (const id of full) this.until.set(id, nowMs + soonMs);
    for (const id of stuck) this.until.set(id, nowMs + Math.max(STUCK_MS, soonMs));
  }

  /** Those that are passed over now. */
  at(nowMs: number): number[] {
    for (const [id, untilMs] of this.until) if (untilMs <= nowMs) this.until.delete(id);
    return [...this.until.keys()];
  }
}
