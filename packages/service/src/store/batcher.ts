/** Whoever wants to know what the work of several calls was part of. */
export interface SharedWork<Part> {
  /** What the call that comes now is part of; undefined: nothing that anybody wants to know of. */
  part(): Part | undefined;
  /** Does work for calls that are part of these. */
  run<T>(parts: readonly Part[], work: () => Promise<T>): Promise<T>;
}

/**
 * Lets calls that come at the same time share one trip to the database. A call never waits for company: if
 * nothing is under way it goes at once; calls that come while all lanes are busy gather, and go together.
 */
export class Batcher<In, Out> {
  private readonly run: (items: In[]) => Promise<Out[]>;
  private readonly lanes: number;
  private readonly largest: number;
  private readonly mostWaiting: number;
  private readonly shared: SharedWork<unknown> | null;
  private readonly waiting: Waiting<In, Out>[] = [];
  private busy = 0;

  /** @param run answers each item, in the order of the items; if it throws, every call of the batch throws that */
  constructor(
    run: (items: In[]) => Promise<Out[]>,
    limits: { lanes: number; largest: number; mostWaiting: number },
    shared: SharedWork<unknown> | null = null,
  ) {
    this.run = run;
    this.lanes = limits.lanes;
    this.largest = limits.largest;
    this.mostWaiting = limits.mostWaiting;
    this.shared = shared;
  }

  /** Resolves with the item's answer. Throws Overloaded if too many are waiting already. */
  submit(item: In): Promise<Out> {
    if (this.waiting.length >= this.mostWaiting) return Promise.reject(new Overloaded());
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject, part: this.shared?.part() });
      if (this.busy < this.lanes && this.waiting.length === 1) queueMicrotask(() => this.dispatch());
    });
  }

  private dispatch(): void {
    while (this.busy < this.lanes && this.waiting.length > 0) {
      this.busy++;
      void this.carry(this.waiting.splice(0, this.largest));
    }
  }

  private async carry(batch: Waiting<In, Out>[]): Promise<void> {
    const answer = await this.answersTo(batch);
    this.busy--;
    if (this.waiting.length === 0) return answer();
    // Those who wait go first: the database works on them while these are answered.
    this.dispatch();
    setImmediate(answer);
  }

  /** Resolves when the batch is back, with what lets its calls go on. */
  private async answersTo(batch: Waiting<In, Out>[]): Promise<() => void> {
    try {
      const items = batch.map(({ item }) => item);
      const answers = await (this.shared === null
        ? this.run(items)
        : this.shared.run(
            batch.flatMap(({ part }) => part ?? []),
            () => this.run(items),
          ));
      return () => {
        for (const [n, { resolve }] of batch.entries()) resolve(answers[n] as Out);
      };
    } catch (error) {
      return () => {
        for (const { reject } of batch) reject(error);
      };
    }
  }
}

/** More work is waiting than can be done soon. */
export class Overloaded extends Error {
  override readonly name = 'Overloaded';
}

interface Waiting<In, Out> {
  readonly item: In;
  readonly resolve: (answer: Out) => void;
  readonly reject: (reason: unknown) => void;
  readonly part: unknown;
}
