/** How often the one who listens looks who has been heard. */
export const LOOK_MS = 1_000;
/** No look counts for more: in the rest of that time the one who listens did not hear either. */
const MOST_MS = 2 * LOOK_MS;

/**
 * For how long each of several has said nothing, in time in which it would have been heard. A machine that is suspended or
 * too busy stops the listener as well: what passes then is held against nobody.
 */
export class Silences<Who> {
  private readonly silent = new Map<Who, number>();
  private lookedAt: number;

  /** @param now of a clock that nobody sets */
  constructor(now: number) {
    this.lookedAt = now;
  }

  /** From the first time on it is expected to go on. */
  hear(who: Who): void {
    this.silent.set(who, 0);
  }

  forget(who: Who): void {
    this.silent.delete(who);
  }

  /** Those who have been silent for so long, and for how long. */
  look(now: number, forMs: number): Map<Who, number> {
    const passed = Math.min(MOST_MS, now - this.lookedAt);
    this.lookedAt = now;
    for (const [who, ms] of this.silent) this.silent.set(who, ms + passed);
    return new Map([...this.silent].filter(([, ms]) => ms >= forMs));
  }
}
