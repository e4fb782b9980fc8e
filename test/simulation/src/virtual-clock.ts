/** A clock that moves only when it is told to. */
export class VirtualClock {
  private seconds: number;

  constructor(seconds: number) {
    this.seconds = seconds;
  }

  readonly now = (): number => this.seconds;

  advance(seconds: number): void {
    this.seconds += seconds;
  }
}
