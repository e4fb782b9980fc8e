const LEAST_BLOCKS = 3;

/**
 * More of a chain's own coin than is booked, of which nobody knows whence it came. A node that is wrong for a while says
 * so too; only what is the same in every block for as long as a deposit takes to be final is there. A node remembers this
 * for itself: who starts anew counts anew.
 */
export class Surplus {
  private readonly blocks: number;
  private since: { readonly units: bigint; readonly height: number } | null = null;

  constructor(confirmations: number) {
    this.blocks = Math.max(LEAST_BLOCKS, confirmations);
  }

  /** Notes what the chain has more in a block; true if it has had as much for long. */
  lasts(units: bigint, height: number): boolean {
    if (this.since?.units !== units || height < this.since.height) this.since = { units, height };
    return height - this.since.height >= this.blocks;
  }

  /** True if there was more when it was last looked for. */
  get isNoted(): boolean {
    return this.since !== null;
  }

  /** There is none now. */
  forget(): void {
    this.since = null;
  }
}
