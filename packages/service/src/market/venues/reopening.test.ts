import { describe, expect, it } from 'vitest';
import { Backoff, OpeningGate } from './reopening.ts';

describe('waiting for the next try', () => {
  it('doubles up to a limit, less up to a half by chance, and begins anew when all was well', () => {
    const certain = new Backoff(100, 1_000, () => 1);
    expect(Array.from({ length: 6 }, () => certain.next())).toEqual([100, 200, 400, 800, 1_000, 1_000]);
    certain.reset();
    expect(certain.next()).toBe(100);
    expect(new Backoff(100, 1_000, () => 0).next()).toBe(50);
  });

  it('does not grow beyond all numbers', () => {
    const backoff = new Backoff(1, 60_000, () => 1);
    for (let n = 0; n < 10_000; n++) backoff.next();
    expect(backoff.next()).toBe(60_000);
  });
});

it('connections are opened a little apart, and 60 in any minute at most', () => {
  let now = 0;
  const gate = new OpeningGate({ nowMs: () => now, random: () => 0 }, { openGapMs: 100 });
  expect([gate.pass(), gate.pass()]).toEqual([true, false]);
  let opened = 1;
  for (now = 100; now < 60_000; now += 100) if (gate.pass()) opened++;
  expect(opened).toBe(60);
  expect([gate.pass(), gate.pass()]).toEqual([true, false]);
});
