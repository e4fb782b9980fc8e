import { describe, expect, it } from 'vitest';
import { Batcher, Overloaded } from './batcher.ts';

/** Work that ends when it is told to. */
class Runs {
  readonly batches: number[][] = [];
  private readonly ends: { resolve(answers: string[]): void; reject(error: Error): void }[] = [];
  private readonly started: (() => void)[] = [];

  readonly run = (items: number[]): Promise<string[]> => {
    this.batches.push(items);
    this.started.splice(0).forEach((resolve) => {
      resolve();
    });
    return new Promise((resolve, reject) => this.ends.push({ resolve, reject }));
  };

  /** Resolves once so many runs have begun. */
  async begun(count: number): Promise<void> {
    while (this.batches.length < count) await new Promise<void>((resolve) => this.started.push(resolve));
  }

  end(run: number): void {
    this.ends[run]?.resolve((this.batches[run] as number[]).map((item) => `answer ${item}`));
  }

  fail(run: number, error: Error): void {
    this.ends[run]?.reject(error);
  }
}

function batcher(limits: Partial<{ lanes: number; largest: number; mostWaiting: number }> = {}) {
  const runs = new Runs();
  return { runs, batcher: new Batcher(runs.run, { lanes: 1, largest: 10, mostWaiting: 100, ...limits }) };
}

describe('a batcher', () => {
  it('lets a lone call go at once, without waiting for company', async () => {
    const { runs, batcher: calls } = batcher();
    const answer = calls.submit(1);
    await Promise.resolve();
    expect(runs.batches).toEqual([[1]]);
    runs.end(0);
    expect(await answer).toBe('answer 1');
  });

  it('lets calls of the same moment go together', async () => {
    const { runs, batcher: calls } = batcher();
    const answers = [1, 2, 3].map((item) => calls.submit(item));
    await runs.begun(1);
    runs.end(0);
    expect(await Promise.all(answers)).toEqual(['answer 1', 'answer 2', 'answer 3']);
    expect(runs.batches).toEqual([[1, 2, 3]]);
  });

  it('gathers calls while all lanes are busy, in the order they came', async () => {
    const { runs, batcher: calls } = batcher();
    const first = calls.submit(0);
    await runs.begun(1);
    const later = [1, 2, 3].map((item) => calls.submit(item));
    await Promise.resolve();
    expect(runs.batches).toEqual([[0]]);
    runs.end(0);
    await runs.begun(2);
    runs.end(1);
    expect(await Promise.all([first, ...later])).toEqual(['answer 0', 'answer 1', 'answer 2', 'answer 3']);
    expect(runs.batches[1]).toEqual([1, 2, 3]);
  });

  it('lets those who wait go before it answers, so that the database is not idle meanwhile', async () => {
    const { runs, batcher: calls } = batcher();
    const begunWhenAnswered = calls.submit(0).then(() => runs.batches.length);
    await runs.begun(1);
    const next = calls.submit(1);
    runs.end(0);
    expect(await begunWhenAnswered).toBe(2);
    runs.end(1);
    await next;
  });

  it('uses every lane, and no more', async () => {
    const { runs, batcher: calls } = batcher({ lanes: 2 });
    const answers: Promise<string>[] = [];
    for (const item of [1, 2, 3]) {
      answers.push(calls.submit(item));
      await Promise.resolve();
      await Promise.resolve();
    }
    expect(runs.batches).toEqual([[1], [2]]);
    runs.end(1);
    await runs.begun(3);
    expect(runs.batches[2]).toEqual([3]);
    runs.end(0);
    runs.end(2);
    expect(await Promise.all(answers)).toEqual(['answer 1', 'answer 2', 'answer 3']);
  });

  it('cuts what has gathered into batches of the largest size', async () => {
    const { runs, batcher: calls } = batcher({ largest: 2 });
    const answers = [1, 2, 3, 4, 5].map((item) => calls.submit(item));
    for (let run = 0; run < 3; run++) {
      await runs.begun(run + 1);
      runs.end(run);
    }
    await Promise.all(answers);
    expect(runs.batches).toEqual([[1, 2], [3, 4], [5]]);
  });

  it('tells every call of a batch that fails, and goes on', async () => {
    const { runs, batcher: calls } = batcher();
    const failed = Promise.allSettled([calls.submit(1), calls.submit(2)]);
    await runs.begun(1);
    const next = calls.submit(3);
    runs.fail(0, new Error('no database'));
    expect((await failed).map((each) => (each as PromiseRejectedResult).reason.message)).toEqual([
      'no database',
      'no database',
    ]);
    await runs.begun(2);
    runs.end(1);
    expect(await next).toBe('answer 3');
  });

  it('tells every call of a batch whose work throws before it begins', async () => {
    const calls = new Batcher<number, number>(
      () => {
        throw new Error('at once');
      },
      { lanes: 1, largest: 10, mostWaiting: 10 },
    );
    await expect(calls.submit(1)).rejects.toThrow('at once');
    await expect(calls.submit(2)).rejects.toThrow('at once');
  });

  it('refuses more than can wait, and takes calls again when there is room', async () => {
    const { runs, batcher: calls } = batcher({ mostWaiting: 2 });
    const first = calls.submit(1);
    await runs.begun(1);
    const waiting = [calls.submit(2), calls.submit(3)];
    await expect(calls.submit(4)).rejects.toBeInstanceOf(Overloaded);
    runs.end(0);
    await first;
    await runs.begun(2);
    const again = calls.submit(5);
    runs.end(1);
    await runs.begun(3);
    runs.end(2);
    expect(await Promise.all([...waiting, again])).toEqual(['answer 2', 'answer 3', 'answer 5']);
  });
});
