/** How long an endpoint that takes nothing is passed over once so much waits for it that nothing more is taken up. */
const PASSED_OVER_MS = 5_000;

/**
 * Endpoints that struggle and for which as much waits as may. To see that costs a look at all of it, and it stays so for as long as they
 * take nothing: so it is not looked at in every round.
 */
export class FullBacklogs {
  private readonly until = new Map<number, number>();

  note(endpoints: readonly number[], nowMs: number): void {
    for (const id of endpoints) this.until.set(id, nowMs + PASSED_OVER_MS);
  }

  /** Those that are passed over now. */
  at(nowMs: number): number[] {
    for (const [id, untilMs] of this.until) if (untilMs <= nowMs) this.until.delete(id);
    return [...this.until.keys()];
  }
}
