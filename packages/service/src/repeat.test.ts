import { describe, expect, it } from 'vitest';
import { repeat } from './repeat.ts';

const HOUR_MS = 3_600_000;
const never = (error: unknown) => {
  throw error;
};

describe('work that repeats', () => {
  it('that is told to hurry does not wait', async () => {
    let runs = 0;
    const work = repeat(async () => void runs++, HOUR_MS, never);
    work.hurry();
    work.hurry();
    await expect.poll(() => runs).toBe(1);
    work.hurry();
    await expect.poll(() => runs).toBe(2);
    await work.stop();
    work.hurry();
    expect(runs).toBe(2);
  });

  it('that is told to hurry while it runs is done once more', async () => {
    let runs = 0;
    let finish = () => {};
    const work = repeat(
      () => {
        runs++;
        return new Promise<void>((done) => {
          finish = done;
        });
      },
      HOUR_MS,
      never,
    );
    work.hurry();
    await expect.poll(() => runs).toBe(1);
    work.hurry();
    work.hurry();
    expect(runs).toBe(1);
    finish();
    await expect.poll(() => runs).toBe(2);
    finish();
    await work.stop();
    expect(runs).toBe(2);
  });
});
