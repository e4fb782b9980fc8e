import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GIVE_UP_MS, nextTryAt, readRetryAfter } from './retry.ts';

const NOW = 1_700_000_000_000;
const HOUR_MS = 3_600_000;

/** When an event is tried that always fails at once, in milliseconds from its first try. */
function triesOf(chance: () => number): number[] {
  const tries = [0];
  for (let tried = 1; ; tried++) {
    const nowMs = NOW + (tries.at(-1) as number);
    const next = nextTryAt({ tries: tried, firstAtMs: NOW, nowMs, retryAfterMs: null, chance: chance() });
    if (next === null) return tries;
    tries.push(next - NOW);
  }
}

describe('an event that nobody takes', () => {
  it('is tried again after 5 s, then three times as long each time up to 3 h, at last after three days', () => {
    const tries = triesOf(() => 0.5);
    expect(tries.slice(0, 5)).toEqual([0, 5_000, 20_000, 65_000, 200_000]);
    const pauses = tries.slice(1).map((at, n) => at - (tries[n] as number));
    expect(Math.max(...pauses)).toBe(3 * HOUR_MS);
    expect(tries.at(-1)).toBe(GIVE_UP_MS);
    expect(tries.length).toBeGreaterThan(25);
    expect(tries.length).toBeLessThan(40);
  });

  it('is tried at other times than others that failed with it, and never for longer', () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), (chances) => {
        const tries = triesOf(() => chances.next().value);
        expect(tries[1]).toBeGreaterThanOrEqual(3_750);
        expect(tries[1]).toBeLessThanOrEqual(6_250);
        for (const [n, at] of tries.slice(1).entries()) expect(at).toBeGreaterThan(tries[n] as number);
        expect(tries.at(-1)).toBe(GIVE_UP_MS);
      }),
    );
  });

  it('waits for as long as it is asked to, but not for days, and not less than it would', () => {
    const next = (retryAfterMs: number) =>
      (nextTryAt({ tries: 1, firstAtMs: NOW, nowMs: NOW, retryAfterMs, chance: 0.5 }) as number) - NOW;
    expect(next(120_000)).toBe(120_000);
    expect(next(1)).toBe(5_000);
    expect(next(30 * 24 * HOUR_MS)).toBe(6 * HOUR_MS);
  });
});

describe('Retry-After', () => {
  it.each([
    ['120', 120_000],
    ['0', 0],
    [new Date(NOW + 90_000).toUTCString(), 90_000],
    [new Date(NOW - 90_000).toUTCString(), 0],
    ['soon', null],
    ['-5', null],
    [undefined, null],
  ])('%s', (text, ms) => {
    // A date with a minus is one of long ago to JavaScript.
    expect(readRetryAfter(text, NOW) || null).toBe(ms || null);
  });
});
