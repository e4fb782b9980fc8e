/** How to stop what was started, last first: whatever was built on something ends before it. */
export class Shutdown {
  private readonly stops: (() => Promise<void>)[] = [];

  /** To be called right after what it stops was started, so that a start that fails later stops it too. */
  add(stop: () => Promise<void>): void {
    this.stops.push(stop);
  }

  /** Stops everything, one after the other, also where one of them fails; then throws what the first threw. Called again, it finds nothing to do. */
  async run(): Promise<void> {
    const failed: unknown[] = [];
    for (const stop of this.stops.splice(0).reverse())
      await stop().catch((error: unknown) => failed.push(error));
    if (failed.length > 0) throw failed[0];
  }
}
