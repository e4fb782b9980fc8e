import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MOST_OWED, RateLimiter, TooManyRequests } from './rate-limit.ts';

const T = 1_700_000_000_000;

/** How long the limiter says to wait; 0 if it lets the call through. */
function wait(limiter: RateLimiter, weight: number, atMs: number, perMinute = 60, scope = 'ip:1'): number {
  try {
    limiter.spend(scope, weight, perMinute, atMs);
    return 0;
  } catch (error) {
    if (error instanceof TooManyRequests) return error.retryAfterS;
    throw error;
  }
}

describe('the rate limiter', () => {
  it("starts with a minute's allowance, and not a unit more", () => {
    const limiter = new RateLimiter();
    expect(wait(limiter, 40, T)).toBe(0);
    expect(wait(limiter, 20, T)).toBe(0);
    expect(wait(limiter, 1, T)).toBe(1);
  });

  it('refills steadily, up to the allowance', () => {
    const limiter = new RateLimiter();
    wait(limiter, 60, T);
    expect(wait(limiter, 1, T + 999)).toBe(1);
    expect(wait(limiter, 1, T + 1_000)).toBe(0);
    expect(wait(limiter, 60, T + 3_600_000)).toBe(0);
    expect(wait(limiter, 1, T + 3_600_000)).toBe(1);
  });

  it('refills as much in many small steps as in one', () => {
    const limiter = new RateLimiter();
    wait(limiter, 60, T);
    for (let ms = 10; ms < 9_900; ms += 10) limiter.penalize('ip:1', 0, 60, T + ms);
    expect(wait(limiter, 10, T + 9_900)).toBe(1);
    expect(wait(limiter, 10, T + 10_001)).toBe(0);
  });

  it('says truly when to come back', () => {
    const call = fc.record({ weight: fc.integer({ min: 1, max: 20 }), afterMs: fc.nat(5_000) });
    const property = fc.property(
      fc.array(call, { maxLength: 60 }),
      fc.integer({ min: 20, max: 1_200 }),
      (calls, perMinute) => {
        const limiter = new RateLimiter();
        let at = T;
        for (const { weight, afterMs } of calls) {
          at += afterMs;
          const seconds = wait(limiter, weight, at, perMinute);
          if (seconds === 0) continue;
          expect(Number.isInteger(seconds)).toBe(true);
          at += seconds * 1_000;
          expect(wait(limiter, weight, at, perMinute)).toBe(0);
        }
      },
    );
    fc.assert(property);
  });

  it('never lets through more than the allowance and what has refilled', () => {
    const call = fc.record({ weight: fc.integer({ min: 1, max: 20 }), afterMs: fc.nat(2_000) });
    const property = fc.property(fc.array(call, { maxLength: 100 }), (calls) => {
      const limiter = new RateLimiter();
      let [at, spent] = [T, 0];
      for (const { weight, afterMs } of calls) {
        at += afterMs;
        if (wait(limiter, weight, at) === 0) spent += weight;
        expect(spent).toBeLessThanOrEqual(60 + (at - T) / 1_000 + 1e-6);
      }
    });
    fc.assert(property);
  });

  it('takes nothing for a call that it refuses', () => {
    const limiter = new RateLimiter();
    wait(limiter, 55, T);
    for (let n = 0; n < 100; n++) expect(wait(limiter, 20, T)).toBe(15);
    expect(wait(limiter, 5, T)).toBe(0);
  });

  it('takes a penalty even below nothing, and it has to be waited for', () => {
    const limiter = new RateLimiter();
    wait(limiter, 60, T);
    limiter.penalize('ip:1', 10, 60, T);
    expect(wait(limiter, 1, T)).toBe(11);
    expect(wait(limiter, 1, T + 10_000)).toBe(1);
    expect(wait(limiter, 1, T + 11_000)).toBe(0);
  });

  it('lets no word of other nodes keep a caller out for long', () => {
    const limiter = new RateLimiter();
    limiter.hear(['ip:1', 1e308], 60, T);
    expect(wait(limiter, 1, T + 1_000)).toBe(0);
    for (let n = 0; n < 1_000; n++) limiter.hear(['ip:1', 1e308], 60, T + 1_000);
    expect(wait(limiter, 1, T + 1_000)).toBeLessThanOrEqual(MOST_OWED * 60 + 1);
  });

  it('keeps callers apart', () => {
    const limiter = new RateLimiter();
    wait(limiter, 60, T);
    expect(wait(limiter, 60, T, 60, 'ip:2')).toBe(0);
    expect(wait(limiter, 60, T, 60, '__proto__')).toBe(0);
    expect(wait(limiter, 1, T, 60, '__proto__')).toBe(1);
  });

  it('follows a change of the allowance', () => {
    const limiter = new RateLimiter();
    wait(limiter, 1, T, 1_200);
    expect(wait(limiter, 61, T, 60)).toBeGreaterThan(0);
    expect(wait(limiter, 60, T, 60)).toBe(0);
  });

  it('takes nothing from anyone when the clock is set back', () => {
    const limiter = new RateLimiter();
    wait(limiter, 1, T);
    expect(wait(limiter, 20, T - 3_600_000)).toBe(0);
  });

  it('forgets those that have been quiet longest, and nobody else, beyond a hundred thousand', () => {
    const limiter = new RateLimiter();
    wait(limiter, 60, T, 60, 'quiet');
    wait(limiter, 60, T, 60, 'busy');
    for (let n = 0; n < 99_998; n++) wait(limiter, 1, T, 60, `ip:${n}`);
    expect(wait(limiter, 1, T, 60, 'busy')).toBe(1);
    wait(limiter, 1, T, 60, 'one more');
    expect(wait(limiter, 1, T, 60, 'busy')).toBe(1);
    expect(wait(limiter, 60, T, 60, 'quiet')).toBe(0);
    expect(wait(limiter, 1, T, 60, 'busy')).toBe(1);
  });
});
