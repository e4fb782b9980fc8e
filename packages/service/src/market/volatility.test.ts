import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ONE } from '../money/fixed.ts';
import { DEFAULT_PREMIUM_LIMITS, type PremiumLimits } from './premium-limits.ts';
import { NOW } from './testing/books.ts';
import { addSample, type MidSample, volatilityPpm } from './volatility.ts';

const LIMITS: PremiumLimits = { ...DEFAULT_PREMIUM_LIMITS, leastSamples: 2 };
const MINUTE = 60_000;
const minutely = (mids: readonly bigint[]): MidSample[] =>
  mids.map((mid, n) => ({ at: NOW + n * MINUTE, mid }));
const mids = fc.array(fc.bigInt({ min: ONE / 2n, max: 2n * ONE }), { minLength: 2, maxLength: 30 });

describe('a history', () => {
  it('takes a sample a minute, however often it is offered one', () => {
    let history: readonly MidSample[] = [];
    for (let ms = 0; ms <= 3 * MINUTE; ms += 500)
      history = addSample(history, { at: NOW + ms, mid: ONE }, LIMITS);
    expect(history.map(({ at }) => at - NOW)).toEqual([0, MINUTE, 2 * MINUTE, 3 * MINUTE]);
  });

  it('forgets what is too old, so it never grows beyond its length', () => {
    let history: readonly MidSample[] = [];
    for (let n = 0; n < 600; n++) history = addSample(history, { at: NOW + n * MINUTE, mid: ONE }, LIMITS);
    expect(history).toHaveLength(241);
    expect(history[0]?.at).toBe(NOW + 359 * MINUTE);
  });

  it('forgets what a clock that ran ahead has put into it', () => {
    const ahead = { at: NOW + 86_400_000, mid: ONE };
    const right = { at: NOW, mid: ONE };
    expect(addSample([ahead], right, LIMITS)).toEqual([right]);
  });
});

describe('volatility', () => {
  it('is unknown with too few samples', () => {
    const history = minutely(Array(29).fill(ONE));
    expect(volatilityPpm(history, DEFAULT_PREMIUM_LIMITS)).toBeNull();
    expect(volatilityPpm([...history, { at: NOW + 29 * MINUTE, mid: ONE }], DEFAULT_PREMIUM_LIMITS)).toBe(0n);
    for (const few of [[], minutely([ONE])])
      expect(volatilityPpm(few, { ...LIMITS, leastSamples: 0 })).toBeNull();
  });

  it('of a tenth of a percent each minute is 72.5 % a year', () => {
    const up = (ONE * 1_001n) / 1_000n;
    const history = minutely(Array.from({ length: 61 }, (_, n) => (n % 2 === 0 ? ONE : up)));
    // 0.001 · √525,600
    expect(volatilityPpm(history, LIMITS)).toBe(724_983n);
  });

  it('counts a move that took longer for less', () => {
    const moved = (minutes: number) =>
      volatilityPpm(
        [
          { at: NOW, mid: ONE },
          { at: NOW + minutes * MINUTE, mid: (ONE * 101n) / 100n },
        ],
        LIMITS,
      ) as bigint;
    expect(moved(4)).toBe((moved(1) + 1n) / 2n);
  });

  it('does not depend on the scale of the price, nor on the direction of time', () => {
    const property = fc.property(mids, fc.bigInt({ min: 1n, max: 10n ** 6n }), (list, scale) => {
      const volatility = volatilityPpm(minutely(list), LIMITS);
      expect(volatilityPpm(minutely(list.map((mid) => mid * scale)), LIMITS)).toBe(volatility);
      expect(volatilityPpm(minutely(list.toReversed()), LIMITS)).toBe(volatility);
    });
    fc.assert(property, { numRuns: 200 });
  });

  it('rises when any one move is larger', () => {
    const property = fc.property(mids, fc.bigInt({ min: 1n, max: ONE }), (list, more) => {
      const highest = list.reduce((a, b) => (a > b ? a : b));
      const ending = (last: bigint) => volatilityPpm(minutely([...list, last]), LIMITS) as bigint;
      expect(ending(highest + more) >= ending(highest)).toBe(true);
    });
    fc.assert(property, { numRuns: 200 });
  });
});
