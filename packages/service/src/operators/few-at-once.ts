import { TooManyRequests } from '../access/rate-limit.ts';

interface Bounds {
  readonly atOnce: number;
  readonly waiting: number;
  /** What those are told who find no place. */
  readonly retryAfterS: number;
}

/**
 * Lets a few tasks run at once and a few more wait for them, in the order in which they came. Whoever finds no place is
 * refused at once, so that a flood costs no more than those who are let in.
 */
export class FewAtOnce {
  private readonly bounds: Bounds;
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(bounds: Bounds) {
    this.bounds = bounds;
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    const { atOnce, waiting, retryAfterS } = this.bounds;
    if (this.running < atOnce) this.running++;
    else if (this.waiting.length >= waiting) throw new TooManyRequests(retryAfterS);
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The place is handed on, and not given up: nobody who comes now gets in before those who wait.
      const next = this.waiting.shift();
      if (next === undefined) this.running--;
      else next();
    }
  }
}
