/** A clock that moves only when it is told to. It tells whole seconds, as every clock here does. */
export class VirtualClock {
  private seconds: number;

  constructor(seconds: number) {
    this.seconds = seconds;
  }

  readonly now = (): number => Math.floor(this.seconds);

  get ms(): number {
    return Math.round(this.seconds * 1_000);
  }

  advance(seconds: number): void {
    this.seconds += seconds;
  }
}
