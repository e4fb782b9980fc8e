export const SUCCESS = 0;
export const BUSY = 1;
/** Its connection broke before there was an answer. */
export const BROKEN = 2;
export type Outcome = typeof SUCCESS | typeof BUSY | typeof BROKEN;

/** What became of each request, by its number. Rows of numbers: objects would have to be moved about while they are made. */
export class Records {
  readonly dueMs: Float64Array;
  readonly sentMs: Float64Array;
  readonly doneMs: Float64Array;
  readonly outcome: Uint8Array;

  constructor(many: number) {
    this.dueMs = new Float64Array(many);
    this.sentMs = new Float64Array(many);
    this.doneMs = new Float64Array(many);
    this.outcome = new Uint8Array(many);
  }

  /** From when it was due. */
  tookMs(n: number): number {
    return (this.doneMs[n] as number) - (this.dueMs[n] as number);
  }

  lateMs(n: number): number {
    return (this.sentMs[n] as number) - (this.dueMs[n] as number);
  }
}
