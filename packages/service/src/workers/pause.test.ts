import { expect, it } from 'vitest';
import { GrowingPause } from './pause.ts';

it('grows while what is started keeps ending, to half a minute, and begins anew after it has run well', () => {
  const pause = new GrowingPause();
  const pauses = Array.from({ length: 9 }, () => pause.after(100));
  expect(pauses).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  expect(pause.after(3_600_000)).toBe(250);
});
