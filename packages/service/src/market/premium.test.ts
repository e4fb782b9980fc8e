import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { premiumPpm } from './premium.ts';
import { DEFAULT_PREMIUM_LIMITS, type PremiumLimits } from './premium-limits.ts';

/** An option at the money. */
const OPEN: PremiumLimits = {
  ...DEFAULT_PREMIUM_LIMITS,
  factorPct: 40,
  floorPpm: 0,
  capPpm: 1_000_000_000,
};
const volatility = fc.bigInt({ min: 0n, max: 10n ** 8n });
const waitS = fc.integer({ min: 0, max: 7 * 86_400 });
const limits = fc
  .tuple(fc.nat(5_000), fc.nat(50_000))
  .map(([floorPpm, above]) => ({ ...DEFAULT_PREMIUM_LIMITS, floorPpm, capPpm: floorPpm + above }));

describe('the premium of a promise', () => {
  it.each([
    [600, 1_047],
    [1_800, 1_814],
    [4_200, 2_770],
  ])('at 60 %% a year for %i seconds is %i millionths', (seconds, ppm) => {
    expect(premiumPpm(600_000n, seconds, OPEN)).toBe(ppm);
  });

  it('is the cap where nothing is known', () => {
    expect(premiumPpm(null, 600, DEFAULT_PREMIUM_LIMITS)).toBe(20_000);
    expect(premiumPpm(null, 0, DEFAULT_PREMIUM_LIMITS)).toBe(20_000);
  });

  it('is the floor for a coin that does not move, and for no time', () => {
    expect(premiumPpm(0n, 86_400, DEFAULT_PREMIUM_LIMITS)).toBe(200);
    expect(premiumPpm(600_000n, 0, DEFAULT_PREMIUM_LIMITS)).toBe(200);
    expect(premiumPpm(600_000n, -5, DEFAULT_PREMIUM_LIMITS)).toBe(200);
  });

  it('is never beyond floor and cap, and the cap counts where they contradict each other', () => {
    const property = fc.property(volatility, waitS, limits, (sigma, seconds, within) => {
      const ppm = premiumPpm(sigma, seconds, within);
      expect(ppm >= within.floorPpm && ppm <= within.capPpm).toBe(true);
    });
    fc.assert(property, { numRuns: 500 });
    expect(premiumPpm(0n, 600, { ...OPEN, floorPpm: 300, capPpm: 200 })).toBe(200);
  });

  it('never falls with the time nor with the volatility', () => {
    const property = fc.property(
      volatility,
      volatility,
      waitS,
      waitS,
      limits,
      (sigma, more, seconds, longer, within) => {
        const ppm = premiumPpm(sigma, seconds, within);
        expect(premiumPpm(sigma + more, seconds, within)).toBeGreaterThanOrEqual(ppm);
        expect(premiumPpm(sigma, seconds + longer, within)).toBeGreaterThanOrEqual(ppm);
      },
    );
    fc.assert(property, { numRuns: 500 });
  });

  it('is a factor of σ · √T, rounded up by less than a millionth', () => {
    const property = fc.property(volatility, waitS, fc.nat(1_000), (sigma, seconds, factorPct) => {
      const ppm = BigInt(premiumPpm(sigma, seconds, { ...OPEN, factorPct }));
      // Both sides squared, times 10,000 years: (factor · σ)² T against the square of the premium.
      const exact = BigInt(factorPct) ** 2n * sigma * sigma * BigInt(seconds);
      const square = (of: bigint) => of * of * 10_000n * 31_536_000n;
      expect(square(ppm) >= exact).toBe(true);
      if (ppm > 0n) expect(square(ppm - 1n) < exact).toBe(true);
    });
    fc.assert(property, { numRuns: 500 });
  });
});
