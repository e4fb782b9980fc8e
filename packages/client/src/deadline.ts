import { NetworkError } from './network-error.ts';
import { TimeoutError } from './timeout-error.ts';

/** Ends what takes too long, and what its caller no longer wants; says which of these it was, or that it was the network. */
export class Deadline {
  private readonly controller = new AbortController();
  private readonly outer: AbortSignal | undefined;
  private readonly ms: number;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ms: number, outer?: AbortSignal) {
    this.ms = ms;
    this.outer = outer;
    if (outer?.aborted) this.give();
    else outer?.addEventListener('abort', this.give);
    this.renew(ms);
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** From now on so much time is left. */
  renew(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.controller.abort(new TimeoutError(this.ms)), ms);
  }

  /** Does a part of the work that the network has a part in. */
  async guard<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (cause) {
      if (this.signal.aborted) throw this.signal.reason;
      throw new NetworkError('the service could not be reached', { cause });
    }
  }

  /** Whatever still goes on ends; no time is counted any more. */
  end(): void {
    clearTimeout(this.timer);
    this.outer?.removeEventListener('abort', this.give);
    this.controller.abort();
  }

  private readonly give = () => this.controller.abort(this.outer?.reason);
}
