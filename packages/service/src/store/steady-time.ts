/** Clocks that differ by more have not just drifted: one of them was set. */
export const STEP_MS = 3_000;
/** After a disagreement, so many measurements in a row must agree before time is judged by again. */
const AGREE_TIMES = 3;
/** What nodes saw of a jump longer ago says nothing about the clock of now. */
const RECENT_MS = 600_000;

/** What the nodes before have left in the store about the time. */
export interface Witness {
  /** The time by which the nodes went when it was written. */
  readonly ms: number;
  /** The database's clock at that moment. */
  readonly databaseMs: number;
  /** How often an operator has said that the database's clock is right. */
  readonly accepted: number;
}

/** One look at the clocks, in milliseconds. */
export interface Look {
  /** What passes on this machine whatever anybody sets, suspended or not. */
  readonly passedMs: number;
  readonly databaseMs: number;
  readonly witness: Witness;
}

/**
 * The time that all nodes go by: the database's clock, as long as it moves as time does. If it jumps, time goes on as it
 * did, and is unsettled until the clock is back, or an operator says that it is right now. A node that begins takes up the
 * time of those before it, if they have just seen a jump, or if the clock is behind what they have seen.
 */
export class SteadyTime {
  private offsetMs = 0;
  private accepted = 0;
  private agreed = 0;
  private awayMs = 0;

  constructor(first: Look) {
    this.begin(first);
  }

  /** Takes in another look at the clocks. */
  look(look: Look): void {
    // Whoever slept meanwhile may find a clock that was set again since: it asks those who saw it, as a node that begins.
    if (look.witness.accepted > this.accepted) this.begin(look);
    else this.goOn(look);
  }

  private goOn({ passedMs, databaseMs }: Look): void {
    this.awayMs = databaseMs - this.at(passedMs);
    if (Math.abs(this.awayMs) <= STEP_MS) {
      // What is little is drift: it is followed.
      this.offsetMs = databaseMs - passedMs;
      this.agreed++;
    } else this.agreed = 0;
  }

  private begin({ passedMs, databaseMs, witness }: Look): void {
    this.accepted = witness.accepted;
    const ms = firstTime(databaseMs, witness);
    this.offsetMs = ms - passedMs;
    this.awayMs = databaseMs - ms;
    this.agreed = Math.abs(this.awayMs) > STEP_MS ? 0 : AGREE_TIMES;
  }

  at(passedMs: number): number {
    return passedMs + this.offsetMs;
  }

  /** True if time can be judged by: nothing has jumped lately. */
  get isSettled(): boolean {
    return this.agreed >= AGREE_TIMES;
  }

  /** How far the database's clock is ahead of the time that has passed. */
  get databaseAheadMs(): number {
    return this.awayMs;
  }
}

/** The time at which a node begins, as far as the clock and those before it tell. */
function firstTime(databaseMs: number, witness: Witness): number {
  const jumpMs = witness.ms - witness.databaseMs;
  const sinceMs = databaseMs - witness.databaseMs;
  const isStillAway = Math.abs(jumpMs) > STEP_MS && sinceMs >= 0 && sinceMs <= RECENT_MS;
  if (isStillAway) return witness.ms + sinceMs;
  // Never before what was seen.
  return databaseMs < witness.ms - STEP_MS ? witness.ms : databaseMs;
}
