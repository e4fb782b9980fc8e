import { Decimal } from '@swapdesk/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Mode } from '../catalog/catalogue.ts';
import { DEFAULT_SETTINGS } from '../catalog/settings.ts';
import { premiumPpm } from '../market/premium.ts';
import { DEFAULT_PREMIUM_LIMITS } from '../market/premium-limits.ts';
import { fixedWaitS } from './fixed-wait.ts';
import { heldPremiumPpm, holdOf } from './hold.ts';

const decimal = (text: string) => Decimal.parse(text) as Decimal;
const WAIT_S = fixedWaitS(DEFAULT_SETTINGS);

const asking = (holdS: number, exchange_mode: Mode = 'fixed') => ({
  exchange_mode,
  hold_s: decimal(String(holdS)),
});

describe('a fixed price that is to hold for longer', () => {
  it('costs what is charged for all the time together, and never less', () => {
    const open = { ...DEFAULT_PREMIUM_LIMITS, floorPpm: 0, capPpm: 1_000_000_000 };
    const property = fc.property(
      fc.bigInt({ min: 1n, max: 10n ** 7n }),
      fc.integer({ min: 30, max: 1_800 }),
      (volatility, holdS) => {
        const held = heldPremiumPpm(premiumPpm(volatility, WAIT_S, open), holdS, DEFAULT_SETTINGS);
        const whole = premiumPpm(volatility, WAIT_S + holdS - 30, open);
        expect(held).toBeGreaterThanOrEqual(whole);
        expect(held).toBeLessThanOrEqual(whole + 2);
      },
    );
    fc.assert(property, { numRuns: 500 });
  });

  it('costs as much as any other for the usual time, and more for each longer one that shows', () => {
    expect(heldPremiumPpm(1_000, 30, DEFAULT_SETTINGS)).toBe(1_000);
    expect(heldPremiumPpm(0, 1_800, DEFAULT_SETTINGS)).toBe(0);
    const rising = [30, 60, 300, 900, 1_800].map((holdS) => heldPremiumPpm(20_000, holdS, DEFAULT_SETTINGS));
    expect(rising).toEqual([...new Set(rising)].sort((one, other) => one - other));
  });

  it('is asked for in fixed mode alone', () => {
    expect(holdOf(asking(300))).toBe(300);
    expect(holdOf({ exchange_mode: 'fixed' })).toBe(30);
    expect(holdOf(asking(300, 'float'))).toBe(30);
  });
});
