import { expect, it } from 'vitest';
import { NowAndThen } from './now-and-then.ts';

it('tells of what happens six times a second once, and then now and then with how often it was', () => {
  const refusals = new NowAndThen();
  const told: number[] = [];
  for (let n = 0; n < 6 * 1_200; n++) {
    const times = refusals.count('limit 5 to bc1', 1_000 + Math.floor(n / 6));
    if (times !== null) told.push(times);
  }
  expect(told).toEqual([1, 3_600]);
  expect(refusals.count('limit 5 to another', 1_000)).toBe(1);
});
